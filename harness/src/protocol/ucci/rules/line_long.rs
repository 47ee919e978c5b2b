//! A line of 4 KiB or more does no harm.
//!
//! A buffer overflow is a crash or even a security problem.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > {5000*x}
//! > isready
//! < readyok
//! ```
//!
//! The engine need not answer a long line:
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::LongLine]);
}
