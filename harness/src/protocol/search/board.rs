//! The internal board of an engine, as the interface's commands set it.

use std::fmt::Debug;

use super::{BoardGame, Dialect, MoveOf, Place, Posspec};

/// How many boards are followed on which an engine may be that moves by itself.
const MAX_SELF_PLAYED: usize = 8;

/// What one protocol notes about the board beside the position: what it bans, what was asked about.
pub(in crate::protocol) trait BoardNotes<G: BoardGame>:
    Clone + Debug + Default + Send
{
    /// What is left of the notes where a `position` was sent that sets up the same position again, or another one.
    fn renewed(self, same: bool) -> Self;

    /// The moves that are banned.
    fn banned(&self) -> &[G::Move];

    /// Whether the protocol lets the engine answer by this move.
    fn allows(&self, step: G::Move) -> bool;

    /// Whether it is certain what [`BoardNotes::allows`] says.
    fn is_certain(&self) -> bool;

    /// Whether nothing is noted that a `position` ends.
    fn is_empty(&self) -> bool;

    /// The engine may have skipped the `position` that ended them.
    fn be_uncertain(&mut self);

    /// Takes for certain what is not.
    fn be_certain(&mut self);

    /// Another position that the engine was asked about, and that it may have set up.
    fn other(&self) -> Option<&G>;
}

/// The current position and what is noted about it.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Board<D: Dialect> {
    /// `None` where the text does not say what the engine has on its board (`UCCI P6`).
    pub(in crate::protocol) position: Option<D::Game>,
    pub(in crate::protocol) notes: D::Notes,
    /// The other position that may be on the board, as far as it is known: the engine may have skipped
    /// the `position` sent last.
    pub(in crate::protocol) alternative: Option<Option<D::Game>>,
    /// The move that the last search from here was answered by.
    pub(in crate::protocol) answered: Option<MoveOf<D>>,
    /// Where an engine may be that plays some of its answers on its own board.
    self_played: Vec<D::Game>,
    /// An answer has shown that it is: nothing more can be said about where.
    pub(in crate::protocol) diverged: bool,
}

impl<D: Dialect> Default for Board<D> {
    fn default() -> Board<D> {
        Board {
            position: None,
            notes: D::Notes::default(),
            alternative: None,
            answered: None,
            self_played: Vec::new(),
            diverged: false,
        }
    }
}

impl<D: Dialect> Board<D> {
    /// Sets up the position of `position`.
    pub(in crate::protocol) fn set(&mut self, spec: &Posspec<D>) {
        let position = resolve(spec);
        let same = position.is_some() && position == self.position;
        *self = Board {
            position,
            notes: std::mem::take(&mut self.notes).renewed(same),
            ..Board::default()
        };
    }

    /// Whether the move is illegal here, but legal where an engine would be that has played its
    /// last answer, or set up what it was only asked about: those have rules of their own.
    pub(in crate::protocol) fn is_legal_only_elsewhere(&self, step: MoveOf<D>) -> bool {
        let Some(here) = &self.position else {
            return false;
        };
        let mut others = self.self_played.iter().chain(self.notes.other());
        !here.is_legal(step) && others.any(|it| it.is_legal(step))
    }

    /// Whether it is legal after some of the answers that were given here.
    pub(in crate::protocol) fn is_legal_if_self_played(&self, step: MoveOf<D>) -> bool {
        self.self_played.iter().any(|it| it.is_legal(step))
    }

    /// Notes an answer, which changes nothing (`UCCI P4`).
    pub(in crate::protocol) fn answer(&mut self, best: Option<MoveOf<D>>) {
        self.answered = best;
        let (Some(best), Some(here)) = (best, &self.position) else {
            return;
        };
        self.diverged |= !here.is_legal(best) && self.is_legal_if_self_played(best);
        let from = std::iter::once(here).chain(&self.self_played);
        let more: Vec<D::Game> = from
            .filter(|it| it.is_legal(best))
            .take(MAX_SELF_PLAYED.saturating_sub(self.self_played.len()))
            .map(|it| {
                let mut position = it.clone();
                position.play(best);
                position
            })
            .collect();
        self.self_played.extend(more);
    }

    /// The moves that a search may answer by; `None` if that is not certain.
    pub(in crate::protocol) fn open_moves(&self) -> Option<Vec<MoveOf<D>>> {
        let position = self.position.as_ref().filter(|_| self.notes.is_certain())?;
        let mut moves = position.legal_moves();
        moves.retain(|it| self.notes.allows(*it));
        Some(moves)
    }

    /// Takes some position for certain, where none is.
    pub(in crate::protocol) fn be_certain(&mut self) {
        self.position.get_or_insert_with(D::Game::start);
        self.alternative = None;
        self.notes.be_certain();
    }
}

/// The position that the moves start from; `None` if it is broken.
pub(in crate::protocol) fn set_up<G: BoardGame>(place: &Place) -> Option<G> {
    match place {
        Place::Start => Some(G::start()),
        Place::Fen(fen) => G::read(fen),
        Place::Unclear => None,
    }
}

/// The position that `position` names; `None` if it is broken or a move is illegal.
pub(in crate::protocol) fn resolve<D: Dialect>(spec: &Posspec<D>) -> Option<D::Game> {
    let mut position: D::Game = set_up(&spec.place)?;
    for step in spec.moves.as_ref()? {
        if !position.is_legal(*step) {
            return None;
        }
        position.play(*step);
    }
    Some(position)
}
