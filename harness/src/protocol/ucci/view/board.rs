//! The internal board of an engine, as the interface's commands set it.

use ponderhit_engine::games::xiangqi::{Move, Position};

use crate::protocol::ucci::wire::{Place, Posspec};

/// How many boards are followed on which an engine may be that moves by itself.
const STRAYS: usize = 8;

/// The current position and its bans.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Board {
    /// `None` where the text does not say what the engine has on its board (`UCCI P6`).
    pub(in super::super) position: Option<Position>,
    pub(in super::super) bans: Bans,
    /// The other position that may be on the board, as far as it is known: the engine may have skipped
    /// the `position` sent last.
    pub(in super::super) alternative: Option<Option<Position>>,
    /// The bans that the `position` ended, if it set up the same position again.
    pub(in super::super) former: Vec<Move>,
    /// Another position that was probed since.
    pub(in super::super) probed: Option<Position>,
    /// The move that the last search from here was answered by.
    pub(in super::super) answered: Option<Move>,
    /// Where an engine may be that plays some of its answers on its own board.
    strays: Vec<Position>,
    /// An answer has shown that it is: nothing more can be said about where.
    pub(in super::super) adrift: bool,
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
    /// Sets up the position of `position`; all bans end (`UCCI P5`).
    pub(in super::super) fn set(&mut self, spec: &Posspec) {
        let position = resolve(spec);
        let same = position.is_some() && position == self.position;
        let former = std::mem::take(&mut self.bans.all);
        *self = Board {
            position,
            former: if same { former } else { Vec::new() },
            ..Board::default()
        };
    }

    /// Whether the move is illegal here, but legal where an engine would be that has played its
    /// last answer, or set up what it was only asked about: those have rules of their own.
    pub(in super::super) fn is_elsewhere(&self, step: Move) -> bool {
        let Some(here) = &self.position else {
            return false;
        };
        let mut others = self.strays.iter().chain(&self.probed);
        !here.is_legal(step) && others.any(|it| it.is_legal(step))
    }

    /// Whether it is legal after some of the answers that were given here.
    pub(in super::super) fn is_astray(&self, step: Move) -> bool {
        self.strays.iter().any(|it| it.is_legal(step))
    }

    /// Notes an answer, which changes nothing (`UCCI P4`).
    pub(in super::super) fn answer(&mut self, best: Option<Move>) {
        self.answered = best;
        let (Some(best), Some(here)) = (best, &self.position) else {
            return;
        };
        self.adrift |= !here.is_legal(best) && self.is_astray(best);
        let from = std::iter::once(here).chain(&self.strays);
        let more: Vec<Position> = from
            .filter(|it| it.is_legal(best))
            .take(STRAYS.saturating_sub(self.strays.len()))
            .map(|it| {
                let mut position = it.clone();
                position.play(best);
                position
            })
            .collect();
        self.strays.extend(more);
    }

    /// The moves that a search may answer by; `None` if that is not certain.
    pub(in super::super) fn open_moves(&self) -> Option<Vec<Move>> {
        let position = self.position.as_ref().filter(|_| !self.bans.unclear)?;
        let mut moves = position.legal_moves();
        moves.retain(|it| !self.bans.all.contains(it));
        Some(moves)
    }

    /// Notes a `probe`, which changes nothing (`UCCI Q5`).
    pub(in super::super) fn probe(&mut self, spec: &Posspec) {
        let other = resolve(spec).filter(|it| Some(it) != self.position.as_ref());
        self.probed = other.or_else(|| self.probed.take());
    }

    /// Takes some position for certain, where none is.
    pub(super) fn be_certain(&mut self) {
        self.position.get_or_insert_with(Position::start);
        self.alternative = None;
        self.bans.unclear = false;
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

/// The position that the moves start from; `None` if it is broken.
pub(in super::super) fn set_up(place: &Place) -> Option<Position> {
    match place {
        Place::Start => Some(Position::start()),
        Place::Fen(fen) => Position::from_fen(fen).ok(),
        Place::Unclear => None,
    }
}

/// The position that `position` or `probe` names; `None` if it is broken or a move is illegal.
pub(in super::super) fn resolve(spec: &Posspec) -> Option<Position> {
    let mut position = set_up(&spec.place)?;
    for step in spec.moves.as_ref()? {
        if !position.is_legal(*step) {
            return None;
        }
        position.play(*step);
    }
    Some(position)
}
