//! In UCI, the state of the engine's board is only the position.

use super::{game::UciPosition, uci_move::UciMove};
use crate::protocol::search::BoardNotes;

/// The notes about the board are empty, because UCI has neither banned moves nor queries about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoBoardNotes;

impl BoardNotes<UciPosition> for NoBoardNotes {
    fn notes_after_position(self, _same: bool) -> NoBoardNotes {
        self
    }

    fn banned_moves(&self) -> &[UciMove] {
        &[]
    }

    fn allows_move(&self, _step: UciMove) -> bool {
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

    fn queried_position(&self) -> Option<&UciPosition> {
        None
    }
}
