//! The position to search, and the moves that led to this position.

use crate::game::Game;

/// The state that a `position` command sets.
#[derive(Clone, Debug)]
pub(super) struct Board<G: Game> {
    /// The position after the last irreversible move.
    pub(super) base_position: G,
    /// All moves after `base_position`.
    pub(super) moves_since_base: Vec<G::Move>,
    /// The position after `moves_since_base`.
    pub(super) position: G,
    /// Moves that the engine must not play (`UCCI B1`).
    pub(super) banned_moves: Vec<G::Move>,
}

impl<G: Game> Board<G> {
    pub(super) fn new(start: G) -> Board<G> {
        Board {
            position: start.clone(),
            base_position: start,
            moves_since_base: Vec::new(),
            banned_moves: Vec::new(),
        }
    }

    /// Parses moves with the function `read`, and plays them. The error is the first word that is
    /// not a legal move.
    pub(super) fn play_moves<'a>(
        &mut self,
        words: &[&'a str],
        read: impl Fn(&G, &str) -> Option<G::Move>,
    ) -> Result<(), &'a str> {
        for word in words {
            let step = read(&self.position, word).ok_or(*word)?;
            self.moves_since_base.push(step);
            self.position.play_move(step);
            if self.position.halfmove_clock() == 0 {
                self.base_position = self.position.clone();
                self.moves_since_base.clear();
            }
        }
        Ok(())
    }
}
