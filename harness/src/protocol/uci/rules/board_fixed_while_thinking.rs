//! A `position` during a search does not change the position that is being searched.
//!
//! The GUI expects the `bestmove` for the position that was current at `go`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > position startpos moves e2e4
//! > isready
//! < readyok
//! > stop
//! < bestmove e2e4
//! ```
//!
//! After `bestmove`, the interface may send the `position` again, and then `go` searches this position:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > position startpos moves e2e4
//! > isready
//! < readyok
//! > stop
//! < bestmove d2d4
//! > position startpos moves e2e4
//! > go depth 1
//! < bestmove e7e5
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > position startpos moves e2e4
//! > isready
//! < readyok
//! > stop
//! < bestmove e7e5
//!   ^^^^^^^^^^^^^ the result fits only the `position` that was sent during the search
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/board_fixed_while_thinking",
    level: Level::Robust,
    topic: "legality",
    spec: "UCI U46",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // The engine may end its search at a `position` (`UCI A6`).
    let is_sent_during = |search: usize, result: usize| {
        let mut lines = view.unspecified_lines.iter();
        lines.any(|it| {
            let is_command = it.kind == UnspecifiedInput::CommandWhileThinking;
            is_command && (search..result).contains(&it.entry)
        })
    };
    let infinite = view.searches.iter().filter(|it| it.go.is_infinite);
    let mut unstopped = infinite.filter(|it| it.stop_entry.is_none());
    if unstopped.any(|it| {
        it.result_entry
            .is_some_and(|result| is_sent_during(it.entry, result))
    }) {
        out.not_applicable(message!(
            "search_ended_by_position",
            "the engine ends its search when it receives a `position`"
        ));
    }
    checks::check_board_fixed_in_search(view, |_| VIOLATION_MESSAGE, out);
}

const VIOLATION_MESSAGE: Message = message!(
    "position_taken_in_search",
    "the result fits only the `position` that was sent during the search"
);
