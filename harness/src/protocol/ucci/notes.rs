//! What ponderhit stores about the board of a UCCI engine in addition to the position: bans and probed positions.

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    dialect::UcciDialect,
    wire::{PositionSpec, UcciCommand},
};
use crate::protocol::search::{self, BoardNotes, position_after_moves};

/// The bans, and a probed position that an engine may have on its board by mistake.
#[derive(Clone, Debug, Default)]
pub(super) struct UcciBoardNotes {
    pub(super) bans: Bans,
    /// The bans that the last `position` ended, if this `position` set up the same position again.
    pub(super) former_bans: Vec<Move>,
    /// Of the positions that were probed since the last `position`, the latest one that differs from the position on
    /// the board.
    pub(super) probed_position: Option<Position>,
}

/// The moves banned in the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Bans {
    /// The moves of the last `banmoves`, which are certainly banned. The protocol does not specify whether a list of
    /// bans extends or replaces the previous list (`UCCI B4`).
    pub(super) latest_ban_list: Vec<Move>,
    /// The moves of all `banmoves` commands since the last `position`.
    pub(super) all_banned_moves: Vec<Move>,
    /// True if a list of bans was malformed, or if the engine may have skipped a list.
    pub(super) is_uncertain: bool,
}

impl BoardNotes<Position> for UcciBoardNotes {
    /// A `position` ends all bans (`UCCI P5`).
    fn notes_after_position(self, same: bool) -> UcciBoardNotes {
        UcciBoardNotes {
            former_bans: if same {
                self.bans.all_banned_moves
            } else {
                Vec::new()
            },
            ..UcciBoardNotes::default()
        }
    }

    fn banned_moves(&self) -> &[Move] {
        &self.bans.all_banned_moves
    }

    fn allows_move(&self, step: Move) -> bool {
        !self.bans.all_banned_moves.contains(&step)
    }

    fn are_bans_certain(&self) -> bool {
        !self.bans.is_uncertain
    }

    fn has_no_bans(&self) -> bool {
        !self.bans.is_uncertain && self.bans.all_banned_moves.is_empty()
    }

    fn mark_bans_uncertain(&mut self) {
        self.bans.is_uncertain = true;
        self.former_bans.clear();
    }

    fn mark_bans_certain(&mut self) {
        self.bans.is_uncertain = false;
    }

    fn queried_position(&self) -> Option<&Position> {
        self.probed_position.as_ref()
    }
}

impl search::Board<UcciDialect> {
    /// Applies a command of UCCI to the board.
    pub(super) fn apply_command(&mut self, command: &UcciCommand) {
        match command {
            UcciCommand::BanMoves(moves) => self.add_bans(moves.as_deref()),
            UcciCommand::Probe(spec) => self.store_probed_position(spec),
        }
    }

    /// Stores the position of a `probe`. A `probe` does not change the board (`UCCI Q5`).
    fn store_probed_position(&mut self, spec: &PositionSpec) {
        let other = position_after_moves(spec).filter(|it| Some(it) != self.position.as_ref());
        let probed = &mut self.notes.probed_position;
        *probed = other.or_else(|| probed.take());
    }

    /// Adds the moves of `banmoves`.
    fn add_bans(&mut self, moves: Option<&[Move]>) {
        let bans = &mut self.notes.bans;
        match moves {
            Some(moves) => {
                bans.latest_ban_list = moves.to_vec();
                bans.all_banned_moves.extend_from_slice(moves);
            }
            None => bans.is_uncertain = true,
        }
    }
}
