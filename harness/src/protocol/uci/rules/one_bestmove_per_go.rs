//! The engine sends exactly one `bestmove` for every `go`.
//!
//! A GUI reads a second `bestmove` as the answer to its next `go`, and plays the move in the wrong position.
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
//! If the engine sends `bestmove` before it receives `stop`, it sends no second `bestmove` after `stop`:
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
//! An engine may repeat a `bestmove` after `quit`, because no GUI reads it:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! < bestmove e2e4
//! ! exit 0
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
//!   ^^^^^^^^^^^^^ a result, but no `go` is waiting for a result
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/one_bestmove_per_go",
    level: Level::Must,
    topic: "state",
    spec: "UCI U61, U5, U78",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let after_quit = |at: usize| view.quit.as_ref().is_some_and(|it| it.entry < at);
    for (at, entry) in view.entries.iter().enumerate() {
        let result = matches!(entry.response(), Some(Response::BestMove(_)));
        if result && !after_quit(at) {
            View::judge_expectation(entry, out, || {
                message!(
                    "result_without_go",
                    "a result, but no `go` is waiting for a result"
                )
            });
        }
    }
}
