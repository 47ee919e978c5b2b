//! Notes about the board beside the position: UCI has none.

use super::{chess::ChessPosition, uci_move::UciMove};
use crate::protocol::search::BoardNotes;

/// No bans, and no position in a query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoBoardNotes;

impl BoardNotes<ChessPosition> for NoBoardNotes {
    fn after_position(self, _same: bool) -> NoBoardNotes {
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

    fn mark_uncertain(&mut self) {}

    fn mark_certain(&mut self) {}

    fn other_position(&self) -> Option<&ChessPosition> {
        None
    }
}
