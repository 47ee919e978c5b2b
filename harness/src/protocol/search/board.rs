//! The engine's board after the commands of the interface.

use std::fmt::Debug;

use super::{BoardGame, Dialect, MoveOf, PositionSpec};

/// The greatest number of positions that are stored because an engine may wrongly play its own best moves on its board.
const MAX_SELF_PLAYED_POSITIONS: usize = 8;

/// What a protocol stores about the board besides the position, such as banned moves.
pub(in crate::protocol) trait BoardNotes<G: BoardGame>:
    Clone + Debug + Default + Send
{
    /// Returns the data about the board after a new `position` command. `same` is true if the new `position` sets up
    /// the same position again.
    fn notes_after_position(self, same: bool) -> Self;

    /// The moves that are banned.
    fn banned_moves(&self) -> &[G::Move];

    /// Whether the move is not banned.
    fn allows_move(&self, step: G::Move) -> bool;

    /// Whether the answer of [`BoardNotes::allows_move`] is certain.
    fn are_bans_certain(&self) -> bool;

    /// False if a move is banned or may be banned; a new `position` command may then end the ban.
    fn has_no_bans(&self) -> bool;

    /// Stores that it is uncertain which moves are banned, because the engine may have skipped the `position` that
    /// ended the bans.
    fn mark_bans_uncertain(&mut self);

    /// Stores that it is certain again which moves are banned.
    fn mark_bans_certain(&mut self);

    /// The position of the last query, such as `probe`. An engine may set up the queried position on its board by
    /// mistake.
    fn queried_position(&self) -> Option<&G>;
}

/// The current position and the dialect's data about the board.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Board<D: Dialect> {
    /// The position, or `None` if the protocol does not specify it (`UCCI P6`).
    pub(in crate::protocol) position: Option<D::Game>,
    pub(in crate::protocol) notes: D::Notes,
    /// The other possible position, if the engine may have skipped the last `position`. `Some(None)` means that the
    /// other possible position is unknown.
    pub(in crate::protocol) alternative_position: Option<Option<D::Game>>,
    /// The best move of the last search in this position.
    pub(in crate::protocol) last_best_move: Option<MoveOf<D>>,
    /// The positions that result if the engine plays its own best moves on its board by mistake.
    self_played_positions: Vec<D::Game>,
    /// A best move has shown that the engine plays its own best moves on its board, so the position on the engine's
    /// board is unknown.
    pub(in crate::protocol) plays_own_answers: bool,
}

impl<D: Dialect> Default for Board<D> {
    fn default() -> Board<D> {
        Board {
            position: None,
            notes: D::Notes::default(),
            alternative_position: None,
            last_best_move: None,
            self_played_positions: Vec::new(),
            plays_own_answers: false,
        }
    }
}

impl<D: Dialect> Board<D> {
    /// Sets up the position of a `position` command.
    pub(in crate::protocol) fn set_position(&mut self, spec: &PositionSpec<D>) {
        let short = spec
            .moves
            .as_ref()
            .is_none_or(|it| it.len() <= D::MAX_READABLE_MOVES);
        let position = position_after_moves(spec).filter(|_| short);
        let same = position.is_some() && position == self.position;
        *self = Board {
            position,
            notes: std::mem::take(&mut self.notes).notes_after_position(same),
            ..Board::default()
        };
    }

    /// Plays a move on the board, for a command such as `DOMOVE` that plays one move. After an illegal move the
    /// position is unknown.
    pub(in crate::protocol) fn play_move(&mut self, step: MoveOf<D>) {
        let mut position = self.position.take();
        let is_played = position.as_mut().is_some_and(|it| it.play_if_legal(step));
        *self = Board {
            position: position.filter(|_| is_played),
            notes: std::mem::take(&mut self.notes).notes_after_position(false),
            ..Board::default()
        };
    }

    /// Whether the move is illegal on this board, but legal on a board that the engine may have by mistake. Other rules
    /// report an engine that has a wrong board.
    pub(in crate::protocol) fn is_legal_only_on_other_board(&self, step: MoveOf<D>) -> bool {
        let Some(here) = self
            .position
            .as_ref()
            .filter(|_| D::ILLEGAL_MOVE_SHOWS_BOARD)
        else {
            return false;
        };
        let mut others = self
            .self_played_positions
            .iter()
            .chain(self.notes.queried_position());
        !here.is_legal(step) && others.any(|it| it.is_legal(step))
    }

    /// Whether the move is legal if the engine wrongly played its own best moves on its board.
    pub(in crate::protocol) fn is_legal_if_self_played(&self, step: MoveOf<D>) -> bool {
        self.self_played_positions
            .iter()
            .any(|it| it.is_legal(step))
    }

    /// Stores the best move of a search. A best move does not change the board (`UCCI P4`).
    pub(in crate::protocol) fn store_best_move(&mut self, best: Option<MoveOf<D>>) {
        self.last_best_move = best;
        let (Some(best), Some(here)) = (best, &self.position) else {
            return;
        };
        self.plays_own_answers |= D::ILLEGAL_MOVE_SHOWS_BOARD
            && !here.is_legal(best)
            && self.is_legal_if_self_played(best);
        let from = std::iter::once(here).chain(&self.self_played_positions);
        let more: Vec<D::Game> = from
            .filter(|it| it.is_legal(best))
            .take(MAX_SELF_PLAYED_POSITIONS.saturating_sub(self.self_played_positions.len()))
            .map(|it| {
                let mut position = it.clone();
                position.play(best);
                position
            })
            .collect();
        self.self_played_positions.extend(more);
    }

    /// The legal moves that are not banned. Returns `None` if the position is unknown or the bans are uncertain.
    pub(in crate::protocol) fn allowed_moves(&self) -> Option<Vec<MoveOf<D>>> {
        let position = self
            .position
            .as_ref()
            .filter(|_| self.notes.are_bans_certain())?;
        let mut moves = position.legal_moves();
        moves.retain(|it| self.notes.allows_move(*it));
        Some(moves)
    }

    /// Removes every uncertainty from the board. If the position is unknown, the board gets the start position.
    pub(in crate::protocol) fn make_certain(&mut self) {
        self.position = self
            .position
            .take()
            .or_else(|| D::Game::start_position(<_>::default()));
        self.alternative_position = None;
        self.notes.mark_bans_certain();
    }
}

/// The position of a `position` command before its moves. Returns `None` if the FEN is broken.
pub(in crate::protocol) fn position_before_moves<D: Dialect>(
    spec: &PositionSpec<D>,
) -> Option<D::Game> {
    spec.position_before_moves()
}

/// The position of a `position` command after its moves. Returns `None` if the FEN is broken or a
/// move is illegal.
pub(in crate::protocol) fn position_after_moves<D: Dialect>(
    spec: &PositionSpec<D>,
) -> Option<D::Game> {
    spec.position_after_moves().cloned()
}
