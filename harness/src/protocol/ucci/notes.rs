//! Notes of UCCI about the board beside the position: bans and probed positions.

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    dialect::UcciDialect,
    wire::{Posspec, UcciCommand},
};
use crate::protocol::search::{self, BoardNotes, resolve};

/// Notes about the board.
#[derive(Clone, Debug, Default)]
pub(super) struct UcciNotes {
    pub(super) bans: Bans,
    /// The bans that the `position` ended, if it set up the same position again.
    pub(super) former: Vec<Move>,
    /// Another position that was probed since then.
    pub(super) probed: Option<Position>,
}

/// The moves banned in the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Bans {
    /// The last list. Its moves are banned whether a list adds to the one before or replaces it
    /// (not specified, `UCCI B4`).
    pub(super) latest: Vec<Move>,
    /// All lists since the position.
    pub(super) all: Vec<Move>,
    /// A list was malformed.
    pub(super) unclear: bool,
}

impl BoardNotes<Position> for UcciNotes {
    /// All bans end (`UCCI P5`).
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
    /// The effect of a command on the board.
    pub(super) fn apply(&mut self, command: &UcciCommand) {
        match command {
            UcciCommand::BanMoves(moves) => self.ban(moves.as_deref()),
            UcciCommand::Probe(spec) => self.probe(spec),
        }
    }

    /// Notes a `probe`; it does not change the position (`UCCI Q5`).
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
