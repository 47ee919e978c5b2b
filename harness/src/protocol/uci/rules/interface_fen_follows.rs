//! A FEN that continues a game has the castling rights and the en passant square that the moves have left.
//!
//! An engine that gets lost castling rights back may castle illegally, and the game is lost.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position fen r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 4 8
//! > go depth 3
//! < bestmove e1f1
//! > position fen r3k2r/ppp1pppp/3q4/8/8/8/PPPQPPPP/R4K1R w kq - 6 9
//! > go depth 3
//! < bestmove f1e1
//! ```
//!
//! A FEN may leave out an en passant square on which no pawn can capture:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! > go depth 3
//! < bestmove e2e4
//! > position fen rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
//! > go depth 3
//! < bestmove e4d5
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position fen r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 4 8
//! > go depth 3
//! < bestmove e1f1
//! > position fen r3k2r/ppp1pppp/3q4/8/8/8/PPPQPPPP/R4K1R w kq - 6 9
//! > go depth 3
//! < bestmove f1e1
//! > position fen r3k2r/ppp1pppp/8/3q4/8/8/PPPQPPPP/R3K2R w KQkq - 8 10
//! > go depth 3
//!   ^^^^^^^^^^ the FEN has a castling right that was lost by an earlier move
//! < bestmove e1g1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position fen 4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1
//! > go depth 3
//! < bestmove e4e5
//! > position fen 4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2
//! > go depth 3
//!   ^^^^^^^^^^ the FEN has no en passant square, so a legal capture is missing
//! < bestmove e1e2
//! ```
//!
//! Also a castling and a capture en passant move or remove a second piece:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position fen r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 4 8
//! > go depth 3
//! < bestmove e1g1
//! > position fen r3k2r/ppp1pppp/3q4/8/8/8/PPPQPPPP/R5KR w kq - 6 9
//! > go depth 3
//!   ^^^^^^^^^^ the king has castled with e1g1, but its rook is still on h1
//! < bestmove g1h2
//! ```
//!
//! A wrong guess lies between the moves of the game:
//!
//! ```violates
//! > uci
//! < uciok
//! > isready
//! < readyok
//! > position fen 4k3/8/8/8/8/8/4K3/R6R w - - 0 10
//! > go wtime 60000 btime 60000
//! < bestmove e2e1 ponder e8d7
//! > position fen 8/3k4/8/8/8/8/8/R3K2R w - - 2 11
//! > go ponder wtime 59000 btime 60000
//! > stop
//! < bestmove a1a7
//! > position fen 5k2/8/8/8/8/8/8/R3K2R w KQ - 2 11
//! > go wtime 59000 btime 59000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^ the FEN has a castling right that was lost by an earlier move
//! ```

use super::super::{chess::ChessPosition, dialect::UciDialect, prelude::*};
use crate::protocol::search::{self, position_after_moves};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_fen_follows",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U39, D3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for after in &view.searches {
        let Some(earlier) = search_of_last_move(view, after) else {
            continue;
        };
        let culprit = view.entry(after.entry).culprit();
        if let Some(leftover) = leftover_piece(earlier, after) {
            out.violates(culprit, leftover);
            continue;
        }
        if has_castled_without_right(earlier, after) {
            let message = message!(
                "fen_right_missing_before",
                "the opponent has castled, although the FEN before had no castling right"
            );
            out.violates(culprit, message);
            continue;
        }
        let Some((right, sent)) = base_after_best_move(earlier, after)
            .filter(|(right, sent)| right.field_difference(sent).is_some())
            .or_else(|| continued_position(earlier, after))
        else {
            continue;
        };
        match right.field_difference(&sent) {
            Some(difference) => out.violates(culprit, difference),
            None => out.conforms(culprit.at),
        }
    }
}

/// The search whose best move was played before `after`: the search before, or the one before a ponder search for a wrong
/// guess, whose result is void (`UCI U108`).
fn search_of_last_move<'a>(
    view: &'a View,
    after: &'a Search,
) -> Option<&'a search::PreviousSearch<UciDialect>> {
    let earlier = view.certain_previous_search(after)?;
    let is_hit = earlier.ponderhit_time.is_some() || !earlier.search.go.is_ponder;
    if is_hit {
        return Some(earlier);
    }
    let before_guess = earlier.search.previous_search.as_deref()?;
    let is_void = after.go.is_ponder || before_guess.search.is_doubtful;
    (!is_void).then_some(before_guess)
}

/// The piece that the best move captured or moved, but that the FEN still has on its old square.
fn leftover_piece(earlier: &search::PreviousSearch<UciDialect>, after: &Search) -> Option<Message> {
    let was = earlier.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    if was.base_position == is.base_position {
        return None;
    }
    let (before, sent) = (position_after_moves(was)?, position_after_moves(is)?);
    before
        .as_chess()?
        .leftover_piece(earlier.best_move?, sent.as_chess()?)
}

/// Whether the opponent replied to the best move with a castling for which the FEN had no right.
fn has_castled_without_right(earlier: &search::PreviousSearch<UciDialect>, after: &Search) -> bool {
    positions_of_new_fen(earlier, after).is_some_and(|(position, sent)| {
        position
            .as_chess()
            .is_some_and(|it| it.has_castled_without_right(&sent))
    })
}

/// If `after` has another FEN than the search before it: the position after the best move of that search, and the
/// position that was sent.
fn positions_of_new_fen(
    earlier: &search::PreviousSearch<UciDialect>,
    after: &Search,
) -> Option<(UciPosition, ChessPosition)> {
    let was = earlier.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    let is_new =
        was.base_position != is.base_position && matches!(is.base_position, BasePosition::Fen(_));
    let mut position = position_after_moves(was).filter(|_| is_new)?;
    let sent = position_after_moves(is)?.as_chess()?.clone();
    position
        .play_if_legal(earlier.best_move?)
        .then_some((position, sent))
}

/// If the new FEN of `after` has the board after the best move, and the opponent's reply follows it: the position after the
/// best move, and the position of the FEN.
fn base_after_best_move(
    earlier: &search::PreviousSearch<UciDialect>,
    after: &Search,
) -> Option<(ChessPosition, ChessPosition)> {
    let (right, _) = positions_of_new_fen(earlier, after)?;
    let base = after.last_position.as_ref()?.position_before_moves()?;
    let (right, base) = (right.as_chess()?.clone(), base.as_chess()?.clone());
    let is_continued = right.has_same_board(&base) && base.move_number() >= right.move_number();
    is_continued.then_some((right, base))
}

/// If `after` has another FEN than the search before it and continues its game: the position after the best move and the
/// reply of the opponent, and the position that was sent.
fn continued_position(
    earlier: &search::PreviousSearch<UciDialect>,
    after: &Search,
) -> Option<(ChessPosition, ChessPosition)> {
    let (position, sent) = positions_of_new_fen(earlier, after)?;
    let replies = position.legal_moves().into_iter();
    let mut fitting = replies.filter_map(|reply| {
        let mut after = position.clone();
        after.play(reply);
        after
            .as_chess()
            .filter(|it| it.has_same_board(&sent))
            .cloned()
    });
    // Two replies that lead to the same board, such as two ways to write one move, prove nothing.
    let right = fitting.next()?;
    // With a lower number of the move, the interface has gone back to an earlier position.
    if sent.move_number() < right.move_number() {
        return None;
    }
    fitting.next().is_none().then_some((right, sent))
}
