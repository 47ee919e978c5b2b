//! Every `bestmove` answers a `go`, and every `go` has one.
//!
//! A GUI takes a second `bestmove` for the answer to its next `go`, and plays a move of the wrong position.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! A `stop` that crosses the `bestmove` has no answer of its own:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! > stop
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
//! > go depth 1
//! < bestmove e2e4
//! > isready
//! < readyok
//! > stop
//! < bestmove e2e4
//!   ^^^^^^^^^^^^^ a result without an unanswered `go`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/one_bestmove_per_go",
    level: Level::Must,
    topic: "state",
    spec: "UCI U61, U5, U78",
    measures: Measures::Nothing,
    since: "0.2.0",
    check: checks::one_result_per_go,
};
