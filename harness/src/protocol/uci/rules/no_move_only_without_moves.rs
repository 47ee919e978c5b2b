//! The engine sends a word such as `(none)` in place of a move only if there is no legal move.
//!
//! A GUI reads a word such as `(none)` as the end of the game, or as a resignation.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
//! > go depth 1
//! < bestmove (none)
//! ```
//!
//! `(none)`, `0000`, `NULL` and `a1a1` are allowed, for mate and for stalemate:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves f2f3 e7e5 g2g4 d8h4
//! > go depth 1
//! < bestmove 0000
//! > go depth 1
//! < bestmove NULL
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove 0000
//!            ^^^^ there are 20 legal moves, such as a2a3
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/no_move_only_without_moves",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U66, U63",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        let Some(span) = &it.no_move_word else {
            continue;
        };
        // An engine may send no move if its clock is at 0, if no move after `searchmoves` is legal, or if it accepted
        // an invalid value of `MultiPV`, such as 0.
        let is_multipv_unknown = search.search_notes.multipv.is_none();
        if !search.go.searchmoves.is_empty() || search.may_be_skipped || is_multipv_unknown {
            continue;
        }
        let moves = position.legal_moves();
        out.require(
            moves.is_empty(),
            entry.culprit_of_part(span.clone()),
            || {
                // While the game is undecided, `legal_moves` returns the moves of both games, and the moves of chess
                // come first.
                let count = position.legal_move_count();
                let first = moves.iter().take(count).map(ToString::to_string).min();
                message!(
                    "legal_moves_exist",
                    "there are {count} legal moves, such as {step}",
                    count,
                    step = first.unwrap_or_default()
                )
            },
        );
    }
}
