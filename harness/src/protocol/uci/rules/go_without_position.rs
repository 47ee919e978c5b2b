//! `go` before any `position` does no harm.
//!
//! Users type `go` in a terminal without a `position`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > go depth 1
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! Before any `position`, the engine may ignore `go` and send no `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > go depth 1
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > go depth 1
//!   ^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/go_without_position",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U85",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoWithoutPosition]);
}
