//! A value of more than 1,000 bytes does no harm.
//!
//! The value of an option is the rest of the line, and may be long, such as a list of book files.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption bookfiles {200*books/}
//! > isready
//! < readyok
//! ```
//!
//! Announced and unannounced options may have long values:
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::LongOption]);
}
