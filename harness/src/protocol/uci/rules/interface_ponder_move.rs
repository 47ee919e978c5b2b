//! Before `go ponder`, an interface sends a `position` whose last move is the expected move of the opponent.
//!
//! The engine treats the last move of `position` as the expected move of the opponent, and searches for a reply.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! ```
//!
//! A FEN without moves may already be the position after the expected move of the opponent:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4
//! > go ponder
//! > stop
//! < bestmove e7e5
//! > position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//! > go ponder
//! > stop
//! < bestmove e7e5
//! ```
//!
//! After its own `bestmove`, the engine ponders on a move of the opponent, so `position` needs both moves:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000
//! < bestmove e2e4 ponder e7e5
//! > position startpos moves e2e4
//! > go ponder wtime 60000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the last move of `position` is the engine's own e2e4, so the expected move of the opponent is missing
//! > stop
//! < bestmove e7e5
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go ponder wtime 60000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the last `position` has no moves, so it has no expected move of the opponent
//! > stop
//! < bestmove e2e4
//! ```

use super::super::{dialect::UciDialect, prelude::*};
use crate::protocol::search::{Dialect as _, PreviousSearch, position_after_moves};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_ponder_move",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U107",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in view.searches.iter().filter(|it| it.go.is_ponder) {
        let entry = view.entry(search.entry);
        let Some(spec) = search
            .last_position
            .as_ref()
            .filter(|_| !entry.may_be_other_protocol)
        else {
            continue;
        };
        if let Some(own) = own_last_move(search) {
            let message = message!(
                "own_move_pondered",
                "the last move of `position` is the engine's own {played}, so the expected move of the opponent is missing",
                played = own
            );
            out.violates(entry.culprit(), message);
        } else if is_position_after_own_move(search) {
            let message = message!(
                "own_position_pondered",
                "this is the position after the engine's own move, so the expected move of the opponent is missing"
            );
            out.violates(entry.culprit(), message);
        } else if spec.base_position == BasePosition::Start
            && let Some(moves) = &spec.moves
        {
            out.require(!moves.is_empty(), entry.culprit(), || {
                message!(
                    "no_expected_move",
                    "the last `position` has no moves, so it has no expected move of the opponent"
                )
            });
        }
    }
}

/// If the last move of the position is the move that the engine itself has just played, returns this move.
fn own_last_move(search: &Search) -> Option<String> {
    let spec = search.last_position.as_ref()?;
    let previous = search.previous_search.as_ref()?;
    let was = previous.search.last_position.as_ref()?;
    let (last, before) = spec.moves.as_ref()?.split_last()?;
    let is_own = was.base_position == spec.base_position
        && was.moves.as_deref() == Some(before)
        && previous.best_move == Some(*last);
    (is_own && is_move_of_game(previous)).then(|| last.to_string())
}

/// Whether the result of a search is a move of the engine in the game. The result of a stopped `go ponder` is not played,
/// and a search without clocks may be for the opponent's move, which the interface then expects.
fn is_move_of_game(previous: &PreviousSearch<UciDialect>) -> bool {
    let is_void = previous.search.go.is_ponder && previous.ponderhit_time.is_none();
    !is_void && UciDialect::go_clock(&previous.search).is_some()
}

/// Whether the position, which begins with another FEN, is the position after the move that the engine itself has just
/// played.
fn is_position_after_own_move(search: &Search) -> bool {
    let Some(previous) = &search.previous_search else {
        return false;
    };
    let specs = (&previous.search.last_position, &search.last_position);
    let (Some(was), Some(is), Some(best)) = (specs.0, specs.1, previous.best_move) else {
        return false;
    };
    let (Some(mut position), Some(sent)) = (position_after_moves(was), position_after_moves(is))
    else {
        return false;
    };
    if !is_move_of_game(previous)
        || was.base_position == is.base_position
        || !position.play_if_legal(best)
    {
        return false;
    }
    position
        .as_chess()
        .zip(sent.as_chess())
        .is_some_and(|(position, sent)| position.has_same_board(sent))
}
