//! A line of 4 KiB and more does no harm.
//!
//! A fixed buffer that is overrun is a crash at best, and a way into the machine at worst.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > {5000*x}
//! > isready
//! < readyok
//! ```
//!
//! A long line is no reason to answer anything:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen {9000*9/} w - - 0 1
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > {5000*x}
//!   ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_long",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::Long]);
}
