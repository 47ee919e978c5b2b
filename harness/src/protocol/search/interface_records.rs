//! Data about the interface's commands that only the rules about the interface use.

use super::{BoardGame as _, Dialect, MoveOf, PositionSpec, board::position_before_moves};
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
        let (guess, before) = was.moves.as_ref()?.split_last()?;
        if was.base_position != is.base_position {
            let reply = self.reply_before_new_fen(*guess, before)?;
            return Some(AnsweredReply {
                guess: *guess,
                reply,
            });
        }
        match is.moves.as_ref()?.strip_prefix(before)? {
            [reply, next, ..] if Some(*next) == self.last_best_move => Some(AnsweredReply {
                guess: *guess,
                reply: *reply,
            }),
            _ => None,
        }
    }

    /// If the engine's best move is a capture, the next `position` may have a FEN of the position after it, and no list
    /// of moves that shows the opponent's reply: the reply after which the best move leads to this FEN. Only one reply
    /// may do so.
    fn reply_before_new_fen(&self, guess: MoveOf<D>, before: &[MoveOf<D>]) -> Option<MoveOf<D>> {
        let best = self.last_best_move?;
        let sent = position_before_moves(&self.last_position)?;
        let mut position = position_before_moves(&self.pondered_position)?;
        before.iter().for_each(|it| position.play(*it));
        let leads_there = |reply: &MoveOf<D>| {
            let mut after = position.clone();
            after.play(*reply);
            after.play_if_legal(best) && after.has_same_board(&sent)
        };
        let replies = position.legal_moves().into_iter();
        let mut found = replies.filter(leads_there);
        let reply = found.next()?;
        let is_only = found.all(|it| it == reply);
        (is_only && position.is_legal(guess)).then_some(reply)
    }
}

/// A line of the interface that has no newline.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnterminatedLine {
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) line: Vec<u8>,
}
