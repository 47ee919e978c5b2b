//! Notes about the board beside the position: UCI has none.

use super::{chess::Chess, step::Step};
use crate::protocol::search::BoardNotes;

/// No bans, and no position in a query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoNotes;

impl BoardNotes<Chess> for NoNotes {
    fn renewed(self, _same: bool) -> NoNotes {
        self
    }

    fn banned(&self) -> &[Step] {
        &[]
    }

    fn allows(&self, _step: Step) -> bool {
        true
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn is_empty(&self) -> bool {
        true
    }

    fn be_uncertain(&mut self) {}

    fn be_certain(&mut self) {}

    fn other(&self) -> Option<&Chess> {
        None
    }
}
