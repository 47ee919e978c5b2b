//! The data about the board for a protocol in which the board has only a position, without banned moves or queries.

use super::{BoardGame, BoardNotes};

/// An empty type, for protocols with neither banned moves nor queries with a position.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct NoBoardNotes;

impl<G: BoardGame> BoardNotes<G> for NoBoardNotes {
    fn notes_after_position(self, _same: bool) -> NoBoardNotes {
        self
    }

    fn banned_moves(&self) -> &[G::Move] {
        &[]
    }

    fn allows_move(&self, _step: G::Move) -> bool {
        true
    }

    fn are_bans_certain(&self) -> bool {
        true
    }

    fn has_no_bans(&self) -> bool {
        true
    }

    fn mark_bans_uncertain(&mut self) {}

    fn mark_bans_certain(&mut self) {}

    fn queried_position(&self) -> Option<&G> {
        None
    }
}
