//! The internal board: a position, the moves that led to it, and the banned moves.

use crate::{
    games::xiangqi::{Move, Position, START_FEN},
    protocol::board,
};

/// The state set by `position` and `banmoves`.
pub(super) type Board = board::Board<Position>;

impl Default for Board {
    fn default() -> Board {
        Board::new(Position::start())
    }
}

impl Board {
    /// Sets the board (`UCCI P1`). An invalid FEN or an illegal move changes nothing, because the
    /// specification does not define invalid positions (`UCCI P6`).
    pub(super) fn set_position(&mut self, words: &[&str], promotion: bool) {
        self.try_set_position(words, promotion);
    }

    /// Sets the board; returns false if the line is invalid and the board did not change.
    pub(super) fn try_set_position(&mut self, words: &[&str], promotion: bool) -> bool {
        let split = words
            .iter()
            .position(|it| *it == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let position = match place {
            ["startpos"] if promotion => Position::from_fen_with_promotion(START_FEN).ok(),
            ["startpos"] => Some(Position::start()),
            ["fen", fields @ ..] if promotion => {
                Position::from_fen_with_promotion(&fields.join(" ")).ok()
            }
            ["fen", fields @ ..] => Position::from_fen(&fields.join(" ")).ok(),
            _ => None,
        };
        let Some(position) = position else {
            return false;
        };
        let mut board = Board::new(position);
        let read = |position: &Position, word: &str| {
            Move::from_bytes(word.as_bytes()).filter(|it| position.is_legal(*it))
        };
        let played = board.play_moves(moves.get(1..).unwrap_or_default(), read);
        if played.is_ok() {
            *self = board;
        }
        played.is_ok()
    }

    /// Bans moves until the next `position` (`UCCI B2`). A second `banmoves` adds moves to the list
    /// of banned moves. Words that are not moves are ignored.
    pub(super) fn add_bans(&mut self, words: &[&str]) {
        for step in words
            .iter()
            .filter_map(|it| Move::from_bytes(it.as_bytes()))
        {
            if !self.banned_moves.contains(&step) {
                self.banned_moves.push(step);
            }
        }
    }
}
