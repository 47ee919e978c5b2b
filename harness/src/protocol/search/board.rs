//! The engine's board, as the commands of the interface set it.

use std::fmt::Debug;

use super::{BoardGame, Dialect, MoveOf, Place, Posspec};

/// How many positions of an engine that plays its own answers are kept.
const MAX_SELF_PLAYED: usize = 8;

/// What a protocol notes about the board beside the position: bans and probed positions.
pub(in crate::protocol) trait BoardNotes<G: BoardGame>:
    Clone + Debug + Default + Send
{
    /// The notes after a `position` that sets up the `same` position again, or another one.
    fn renewed(self, same: bool) -> Self;

    /// The moves that are banned.
    fn banned(&self) -> &[G::Move];

    /// Whether the bans allow this move.
    fn allows(&self, step: G::Move) -> bool;

    /// Whether [`BoardNotes::allows`] is certain.
    fn is_certain(&self) -> bool;

    /// Whether there is nothing that a `position` would end.
    fn is_empty(&self) -> bool;

    /// The engine may have skipped the `position` that ended the bans.
    fn be_uncertain(&mut self);

    /// Treats the notes as certain.
    fn be_certain(&mut self);

    /// Another position in a query, which the engine may have set up by mistake.
    fn other(&self) -> Option<&G>;
}

/// The current position and the notes about it.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Board<D: Dialect> {
    /// `None` if the text does not specify the position (`UCCI P6`).
    pub(in crate::protocol) position: Option<D::Game>,
    pub(in crate::protocol) notes: D::Notes,
    /// The other possible position, if the engine may have skipped the last `position`; the inner `None` if that
    /// position is not known.
    pub(in crate::protocol) alternative: Option<Option<D::Game>>,
    /// The best move of the last search in this position.
    pub(in crate::protocol) answered: Option<MoveOf<D>>,
    /// The positions of an engine that plays its own answers on its board.
    self_played: Vec<D::Game>,
    /// An answer has shown that the engine plays its own answers: its position is not known any more.
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
    /// Sets up the position of a `position` command.
    pub(in crate::protocol) fn set(&mut self, spec: &Posspec<D>) {
        let position = resolve(spec);
        let same = position.is_some() && position == self.position;
        *self = Board {
            position,
            notes: std::mem::take(&mut self.notes).renewed(same),
            ..Board::default()
        };
    }

    /// Whether the move is illegal here, but legal after the engine's own answers or in a position that was only
    /// probed: those mistakes have rules of their own.
    pub(in crate::protocol) fn is_legal_only_elsewhere(&self, step: MoveOf<D>) -> bool {
        let Some(here) = &self.position else {
            return false;
        };
        let mut others = self.self_played.iter().chain(self.notes.other());
        !here.is_legal(step) && others.any(|it| it.is_legal(step))
    }

    /// Whether the move is legal after some of the engine's own answers.
    pub(in crate::protocol) fn is_legal_if_self_played(&self, step: MoveOf<D>) -> bool {
        self.self_played.iter().any(|it| it.is_legal(step))
    }

    /// Notes an answer; it does not change the board (`UCCI P4`).
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

    /// The moves that are legal and not banned; `None` if that is not certain.
    pub(in crate::protocol) fn open_moves(&self) -> Option<Vec<MoveOf<D>>> {
        let position = self.position.as_ref().filter(|_| self.notes.is_certain())?;
        let mut moves = position.legal_moves();
        moves.retain(|it| self.notes.allows(*it));
        Some(moves)
    }

    /// Treats the board as certain, with any position if there is none.
    pub(in crate::protocol) fn be_certain(&mut self) {
        self.position = self
            .position
            .take()
            .or_else(|| D::Game::start(<_>::default()));
        self.alternative = None;
        self.notes.be_certain();
    }
}

/// The position before the moves; `None` if it is broken.
pub(in crate::protocol) fn set_up<D: Dialect>(spec: &Posspec<D>) -> Option<D::Game> {
    match &spec.place {
        Place::Start => D::Game::start(spec.rules),
        Place::Fen(fen) => D::Game::read(fen, spec.rules),
        Place::Unclear => None,
    }
}

/// The position after the moves; `None` if it is broken or a move is illegal.
pub(in crate::protocol) fn resolve<D: Dialect>(spec: &Posspec<D>) -> Option<D::Game> {
    let mut position = set_up(spec)?;
    for step in spec.moves.as_ref()? {
        if !position.is_legal(*step) {
            return None;
        }
        position.play(*step);
    }
    Some(position)
}
