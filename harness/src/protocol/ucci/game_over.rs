//! Checks whether a game is over by the rules of the game. In a finished game an engine may have nothing to search.

use std::collections::HashMap;

use ponderhit_engine::games::xiangqi::{Position, Side};

use super::view::{Search, position_before_moves};
use crate::protocol::search::position_after_moves;

/// The lowest number of half-moves without a capture after which a game may be over (`UCCI K2`, `C12`).
const DRAW_HALFMOVES_WITHOUT_CAPTURE: u32 = 100;

/// A position that occurs this many times may be a draw (`UCCI R4`).
const DRAW_REPETITIONS: usize = 3;

impl Search {
    /// Whether the game may be over by a mate, a stalemate, a repetition, many moves without a
    /// capture, or a lack of attacking pieces (`UCCI R4`, `K1` to `K3`). Returns true if the
    /// position is unknown.
    pub(super) fn game_may_be_over(&self) -> bool {
        let Some(position) = self.position() else {
            return true;
        };
        let attackers = [Side::Red, Side::Black]
            .iter()
            .any(|it| position.has_winning_material(*it));
        position.has_no_legal_move()
            || !attackers
            || position.halfmove_clock() >= DRAW_HALFMOVES_WITHOUT_CAPTURE
            || self.is_position_repeated()
    }

    fn is_position_repeated(&self) -> bool {
        let Some(spec) = self
            .last_position
            .as_ref()
            .filter(|it| position_after_moves(it).is_some())
        else {
            return false;
        };
        let (Some(mut position), Some(moves)) = (position_before_moves(spec), &spec.moves) else {
            return false;
        };
        let mut seen: HashMap<u64, usize> = HashMap::new();
        seen.insert(position.hash_key(), 1);
        for step in moves {
            position.play_move(*step);
            *seen.entry(position.hash_key()).or_default() += 1;
        }
        seen.get(&position.hash_key())
            .is_some_and(|it| *it >= DRAW_REPETITIONS)
    }

    /// Whether a move leaves the opponent without a legal move.
    pub(super) fn move_ends_game(&self, best: ponderhit_engine::games::xiangqi::Move) -> bool {
        self.position()
            .filter(|it| it.is_legal(best))
            .is_some_and(|it| {
                let mut after: Position = it.clone();
                after.play_move(best);
                after.has_no_legal_move()
            })
    }
}
