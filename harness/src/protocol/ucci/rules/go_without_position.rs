//! `go` before any `position` does no harm.
//!
//! The specification does not define the board before the first `position`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > go depth 2
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! The engine may have no position to search, and send `nobestmove`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > go depth 2
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > go depth 2
//!   ^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/go_without_position",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI P6",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoWithoutPosition]);
}
