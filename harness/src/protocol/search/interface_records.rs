//! Data about the interface's commands that only the rules about the interface use.

use super::{Dialect, MoveOf, PositionSpec};
use crate::rule::Culprit;

/// The first `position` after a `ponderhit`.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct PositionAfterPonderhit<D: Dialect> {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) last_position: PositionSpec<D>,
    /// The position that the engine searched while pondering.
    pub(in crate::protocol) pondered_position: PositionSpec<D>,
    /// The engine's last best move before the `position` command.
    pub(in crate::protocol) last_best_move: Option<MoveOf<D>>,
}

/// The opponent's move that a `ponderhit` confirmed, and the move that the opponent played.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct AnsweredReply<M> {
    pub(in crate::protocol) guess: M,
    pub(in crate::protocol) reply: M,
}

impl<D: Dialect> PositionAfterPonderhit<D> {
    /// The reply of the opponent, if the list of moves has the engine's best move after it. After a takeback, the list
    /// does not show the opponent's move.
    pub(in crate::protocol) fn answered_reply(&self) -> Option<AnsweredReply<MoveOf<D>>> {
        let (was, is) = (&self.pondered_position, &self.last_position);
        // After a capture or in another game, the next `position` may have another FEN, and the list of moves after it
        // does not show the opponent's move.
        if was.base_position != is.base_position {
            return None;
        }
        let (guess, before) = was.moves.as_ref()?.split_last()?;
        match is.moves.as_ref()?.strip_prefix(before)? {
            [reply, next, ..] if Some(*next) == self.last_best_move => Some(AnsweredReply {
                guess: *guess,
                reply: *reply,
            }),
            _ => None,
        }
    }
}

/// A line of the interface that has no newline.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnterminatedLine {
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) line: Vec<u8>,
}
