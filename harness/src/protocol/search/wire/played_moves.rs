//! The position after the moves of a `position` command. The moves of a command are played only once.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::{BasePosition, PositionSpec};
use crate::protocol::search::{BoardGame as _, Dialect, VariantOf};

/// The position after the moves of a [`PositionSpec`]; `None` if the FEN is broken or a move is illegal. Clones of a
/// `PositionSpec` share this position, so only [`PositionSpec::set_variant`] may change the variant.
pub(in crate::protocol) struct PlayedMoves<D: Dialect>(Arc<OnceLock<Option<D::Game>>>);

impl<D: Dialect> PositionSpec<D> {
    /// The game variant that the current values of the options select.
    pub(in crate::protocol) fn variant(&self) -> VariantOf<D> {
        self.variant
    }

    /// Sets the variant of the game. A position that was computed for the earlier variant is forgotten.
    pub(in crate::protocol) fn set_variant(&mut self, variant: VariantOf<D>) {
        self.variant = variant;
        self.played_moves = PlayedMoves::default();
    }

    /// The position before the moves. Returns `None` if the FEN is broken.
    pub(in crate::protocol) fn position_before_moves(&self) -> Option<D::Game> {
        match &self.base_position {
            BasePosition::Start => D::Game::start_position(self.variant),
            BasePosition::Fen(fen) => D::Game::parse_position(fen, self.variant),
            BasePosition::UnclearPosition => None,
        }
    }

    /// The position after the moves. Returns `None` if the FEN is broken or a move is illegal.
    pub(in crate::protocol) fn position_after_moves(&self) -> Option<&D::Game> {
        self.position_after_moves_of(None)
    }

    /// The position after the moves. If the moves begin with all moves of the `earlier` command, only the further moves
    /// are played.
    pub(in crate::protocol) fn position_after_moves_of(
        &self,
        earlier: Option<&PositionSpec<D>>,
    ) -> Option<&D::Game> {
        let result = self.played_moves.0.get_or_init(|| {
            let moves = self.moves.as_ref()?;
            let (mut position, first) = match earlier.and_then(|it| it.position_if_prefix_of(self))
            {
                Some((position, count)) => (position.clone(), count),
                None => (self.position_before_moves()?, 0),
            };
            for step in moves.iter().skip(first) {
                if !position.play_if_legal(*step) {
                    return None;
                }
            }
            Some(position)
        });
        result.as_ref()
    }

    /// If the command `later` begins with this command's position and moves, returns two values: the position after
    /// this command's moves, and the number of these moves.
    fn position_if_prefix_of(&self, later: &PositionSpec<D>) -> Option<(&D::Game, usize)> {
        let (moves, all) = (self.moves.as_ref()?, later.moves.as_ref()?);
        let is_prefix = self.variant == later.variant
            && self.base_position == later.base_position
            && all.starts_with(moves);
        let position = self.played_moves.0.get()?.as_ref();
        position.filter(|_| is_prefix).map(|it| (it, moves.len()))
    }
}

impl<D: Dialect> Default for PlayedMoves<D> {
    fn default() -> PlayedMoves<D> {
        PlayedMoves(Arc::default())
    }
}

impl<D: Dialect> Clone for PlayedMoves<D> {
    fn clone(&self) -> PlayedMoves<D> {
        PlayedMoves(Arc::clone(&self.0))
    }
}

/// The position after the moves follows from the other fields of the `PositionSpec`, so two `PlayedMoves` always count
/// as equal.
impl<D: Dialect> PartialEq for PlayedMoves<D> {
    fn eq(&self, _: &PlayedMoves<D>) -> bool {
        true
    }
}

impl<D: Dialect> Eq for PlayedMoves<D> {}

impl<D: Dialect> fmt::Debug for PlayedMoves<D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PlayedMoves")
    }
}
