//! A limit of zero, below it, or beyond all bounds does no harm.
//!
//! A clock that ran out is sent as 0 or less, and no clock at all as the largest number there is.
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
//! What the engine makes of such a limit is its own affair:
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
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::Number]);
}
