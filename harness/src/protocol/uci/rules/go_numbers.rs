//! Numbers of 0, below 0 or of more than 32 bits after `go` do no harm.
//!
//! Interfaces compute them, and do so wrongly.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 99999999999
//! > stop
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! A limit of 0 may mean any limit of the engine's own:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go movetime 0
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth -1
//!   ^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/go_numbers",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U47",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoNumber]);
}
