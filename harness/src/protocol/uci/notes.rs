//! Notes about the board beside the position: UCI has none.

use super::{chess::Chess, step::Step};
use crate::protocol::search::BoardNotes;

/// No bans, and no position in a query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoNotes;

impl BoardNotes<Chess> for NoNotes {
    fn after_position(self, _same: bool) -> NoNotes {
        self
    }

    fn banned_moves(&self) -> &[Step] {
        &[]
    }

    fn allows_move(&self, _step: Step) -> bool {
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

    fn other_position(&self) -> Option<&Chess> {
        None
    }
}
