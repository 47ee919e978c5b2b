//! A limit that is zero, negative or very large does no harm.
//!
//! Interfaces send zero or a negative number when a clock ran out, and a very large number when there is no clock.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 0
//! > isready
//! < readyok
//! ```
//!
//! The engine may apply a limit of zero, a negative limit or a very large limit in any way:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go nodes 99999999999999999999
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 0
//!   ^^^^^^^^^ after this line the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/go_numbers",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI G10",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoLimitOutOfRange]);
}
