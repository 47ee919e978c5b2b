//! The internal board: position, the keys of what came before, and bans.

use crate::games::xiangqi::{Move, Position};

/// What `position` and `banmoves` set.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) position: Position,
    /// Keys of the positions since the last capture, oldest first, without the current one.
    pub(super) history: Vec<u64>,
    pub(super) bans: Vec<Move>,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            position: Position::start(),
            history: Vec::new(),
            bans: Vec::new(),
        }
    }
}

impl Board {
    /// Sets the board (`UCCI P1`). A broken FEN or an illegal move leaves everything as it was:
    /// the text is silent about them (`UCCI P6`).
    pub(super) fn set(&mut self, words: &[&str]) {
        self.try_set(words);
    }

    /// The same; whether it was done.
    pub(super) fn try_set(&mut self, words: &[&str]) -> bool {
        let split = words
            .iter()
            .position(|it| *it == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let position = match place {
            ["startpos"] => Some(Position::start()),
            ["fen", fields @ ..] => Position::from_fen(&fields.join(" ")).ok(),
            _ => None,
        };
        let Some(mut position) = position else {
            return false;
        };
        let mut history = Vec::new();
        for word in moves.iter().skip(1) {
            let step = Move::from_bytes(word.as_bytes()).filter(|it| position.is_legal(*it));
            let Some(step) = step else { return false };
            history.push(position.key());
            position.play(step);
            if position.halfmoves() == 0 {
                history.clear();
            }
        }
        *self = Board {
            position,
            history,
            bans: Vec::new(),
        };
        true
    }

    /// Adds bans for the current position; they last until the next (`UCCI B2`). A second list
    /// adds to the first, and words that are no moves are passed over.
    pub(super) fn ban(&mut self, words: &[&str]) {
        for step in words
            .iter()
            .filter_map(|it| Move::from_bytes(it.as_bytes()))
        {
            if !self.bans.contains(&step) {
                self.bans.push(step);
            }
        }
    }
}
