//! The internal board of an engine, as the interface's commands set it.

use ponderhit_engine::games::xiangqi::{Move, Position};

use crate::protocol::ucci::wire::{Place, Posspec};

/// The current position and its bans.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Board {
    /// `None` where the text does not say what the engine has on its board (`UCCI P6`).
    pub(in super::super) position: Option<Position>,
    pub(in super::super) bans: Bans,
}

/// The moves banned in the current position.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Bans {
    /// The list sent last: banned whether a second list adds to the first or replaces it
    /// (`UCCI B4` is silent).
    pub(in super::super) latest: Vec<Move>,
    /// All lists since the position.
    pub(in super::super) all: Vec<Move>,
    /// A list could not be read.
    pub(in super::super) unclear: bool,
}

impl Board {
    /// The board after `position`; all bans end (`UCCI P5`).
    pub(in super::super) fn set(spec: &Posspec) -> Board {
        Board {
            position: resolve(spec),
            bans: Bans::default(),
        }
    }

    /// Adds the moves of `banmoves`.
    pub(in super::super) fn ban(&mut self, moves: Option<&[Move]>) {
        match moves {
            Some(moves) => {
                self.bans.latest = moves.to_vec();
                self.bans.all.extend_from_slice(moves);
            }
            None => self.bans.unclear = true,
        }
    }
}

/// The position that `position` or `probe` names; `None` if it is broken or a move is illegal.
pub(in super::super) fn resolve(spec: &Posspec) -> Option<Position> {
    let mut position = match &spec.place {
        Place::Start => Position::start(),
        Place::Fen(fen) => Position::from_fen(fen).ok()?,
        Place::Unclear => return None,
    };
    for step in spec.moves.as_ref()? {
        if !position.is_legal(*step) {
            return None;
        }
        position.play(*step);
    }
    Some(position)
}
