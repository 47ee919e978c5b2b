//! A value of more than 1,000 bytes does no harm.
//!
//! Lists of book files can be long, and the value of an option is the rest of the line.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption bookfiles {200*books/}
//! > isready
//! < readyok
//! ```
//!
//! This holds for announced and unannounced options:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption anything {1001*x}
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > setoption bookfiles {200*books/}
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_long",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::LongOption]);
}
