//! The notes of UCCI about the board in addition to the position: bans and probed positions.

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    dialect::UcciDialect,
    wire::{Posspec, UcciCommand},
};
use crate::protocol::search::{self, BoardNotes, resolve};

/// The bans, and the other positions that an engine may have on its board.
#[derive(Clone, Debug, Default)]
pub(super) struct UcciNotes {
    pub(super) bans: Bans,
    /// The bans that the last `position` ended, if it set up the same position again.
    pub(super) former: Vec<Move>,
    /// Another position that was probed since the last `position`.
    pub(super) probed: Option<Position>,
}

/// The moves banned in the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Bans {
    /// The moves of the last `banmoves`, which are certainly banned. The protocol does not specify whether a list of
    /// bans extends or replaces the previous list (`UCCI B4`).
    pub(super) latest: Vec<Move>,
    /// The moves of all `banmoves` commands since the last `position`.
    pub(super) all: Vec<Move>,
    /// A list of bans was malformed, or the engine may have skipped it.
    pub(super) unclear: bool,
}

impl BoardNotes<Position> for UcciNotes {
    /// A `position` ends all bans (`UCCI P5`).
    fn renewed(self, same: bool) -> UcciNotes {
        UcciNotes {
            former: if same { self.bans.all } else { Vec::new() },
            ..UcciNotes::default()
        }
    }

    fn banned(&self) -> &[Move] {
        &self.bans.all
    }

    fn allows(&self, step: Move) -> bool {
        !self.bans.all.contains(&step)
    }

    fn is_certain(&self) -> bool {
        !self.bans.unclear
    }

    fn is_empty(&self) -> bool {
        !self.bans.unclear && self.bans.all.is_empty()
    }

    fn be_uncertain(&mut self) {
        self.bans.unclear = true;
        self.former.clear();
    }

    fn be_certain(&mut self) {
        self.bans.unclear = false;
    }

    fn other(&self) -> Option<&Position> {
        self.probed.as_ref()
    }
}

impl search::Board<UcciDialect> {
    /// Applies a command of UCCI to the board.
    pub(super) fn apply(&mut self, command: &UcciCommand) {
        match command {
            UcciCommand::BanMoves(moves) => self.ban(moves.as_deref()),
            UcciCommand::Probe(spec) => self.probe(spec),
        }
    }

    /// Stores the position of a `probe`. A `probe` does not change the board (`UCCI Q5`).
    fn probe(&mut self, spec: &Posspec) {
        let other = resolve(spec).filter(|it| Some(it) != self.position.as_ref());
        let probed = &mut self.notes.probed;
        *probed = other.or_else(|| probed.take());
    }

    /// Adds the moves of `banmoves`.
    fn ban(&mut self, moves: Option<&[Move]>) {
        let bans = &mut self.notes.bans;
        match moves {
            Some(moves) => {
                bans.latest = moves.to_vec();
                bans.all.extend_from_slice(moves);
            }
            None => bans.unclear = true,
        }
    }
}
