//! The beginning of a list of moves that continues a game.

use super::{dialect::UcciDialect, prelude::*};
use crate::protocol::search::{PreviousSearch, position_after_moves};

/// A list of moves that continues a game, but does not begin after the last capture (`UCCI P2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongStart {
    /// The list begins anew, although no move was a capture.
    WithoutCapture,
    /// The list begins after the opponent's move, although the engine's move was the last capture.
    AfterQuietReply,
    /// The list begins right after a capture, but the fifth field of the FEN, the half-moves since the last capture, is
    /// not 0 (`UCCI F5`).
    WrongHalfMoves,
}

impl WrongStart {
    /// The wrong start of the list of moves that a search uses.
    pub(super) fn of_search(view: &View, after: &Search) -> Option<WrongStart> {
        let earlier = view.certain_previous_search(after)?;
        if begins_anew_without_capture(earlier, after) == Some(true) {
            Some(WrongStart::WithoutCapture)
        } else if begins_after_quiet_reply(earlier, after) == Some(true) {
            Some(WrongStart::AfterQuietReply)
        } else if counts_half_moves_after_capture(earlier, after) == Some(true) {
            Some(WrongStart::WrongHalfMoves)
        } else {
            None
        }
    }
}

/// Whether a search continues the game of the search before it, but its list of moves begins later, although no move
/// was a capture. Returns `None` if the positions are not known.
fn begins_anew_without_capture(
    earlier: &PreviousSearch<UcciDialect>,
    after: &Search,
) -> Option<bool> {
    let was = earlier.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    let (old, new) = (position_before_moves(was)?, position_before_moves(is)?);
    let (mut before, end) = (position_after_moves(was)?, position_after_moves(is)?);
    let best = earlier.best_move?;
    let has_capture = old.pieces().count() != end.pieces().count();
    if has_capture || is_same_position(&old, &new) || !before.is_legal(best) {
        return Some(false);
    }
    before.play_move(best);
    let mut replies = before.legal_moves().into_iter();
    Some(replies.any(|reply| {
        let mut position = before.clone();
        position.play_move(reply);
        is_same_position(&position, &end)
    }))
}

/// Whether the engine captured and the opponent did not, but the position begins after the opponent's move. Returns
/// `None` if the positions are not known.
fn begins_after_quiet_reply(earlier: &PreviousSearch<UcciDialect>, after: &Search) -> Option<bool> {
    let mut position = position_after_moves(earlier.search.last_position.as_ref()?)?;
    let begin = position_before_moves(after.last_position.as_ref()?)?;
    let best = earlier.best_move?;
    let captures = position.piece_at(best.to).is_some() && position.is_legal(best);
    if !captures {
        return Some(false);
    }
    position.play_move(best);
    let mut replies = position.legal_moves().into_iter();
    Some(replies.any(|reply| {
        let mut later = position.clone();
        later.play_move(reply);
        position.piece_at(reply.to).is_none() && is_same_position(&later, &begin)
    }))
}

fn is_same_position(a: &Position, b: &Position) -> bool {
    a.pieces().eq(b.pieces()) && a.side_to_move() == b.side_to_move()
}

/// Whether the position begins right after a capture of the engine or the opponent, but its FEN counts half-moves since
/// the last capture. Returns `None` if the positions are not known.
fn counts_half_moves_after_capture(
    earlier: &PreviousSearch<UcciDialect>,
    after: &Search,
) -> Option<bool> {
    let spec = after.last_position.as_ref()?;
    let BasePosition::Fen(fen) = &spec.base_position else {
        return Some(false);
    };
    let counts = fen.split_whitespace().nth(4).is_some_and(|it| it != "0");
    let begin = position_before_moves(spec)?;
    let mut position = position_after_moves(earlier.search.last_position.as_ref()?)?;
    let best = earlier.best_move?;
    if !counts || !position.is_legal(best) {
        return Some(false);
    }
    let is_capture = position.piece_at(best.to).is_some();
    position.play_move(best);
    let begins_after_best = is_capture && is_same_position(&position, &begin);
    let mut replies = position.legal_moves().into_iter();
    let begins_after_reply = replies.any(|reply| {
        let mut later = position.clone();
        later.play_move(reply);
        position.piece_at(reply.to).is_some() && is_same_position(&later, &begin)
    });
    Some(begins_after_best || begins_after_reply)
}
