//! The positions and moves that the fuzzer sends for a game such as xiangqi.

use std::sync::LazyLock;

use super::{
    line_parts::pick_element,
    random_games::{GeneratedGames, LONG_GAME_MOVES, SHORT_GAME_MOVES},
};
use crate::protocol::search::BoardGame;

/// The positions and moves that the fuzzer sends for one game.
pub(in crate::protocol) struct FuzzedGame<G> {
    /// Positions that every engine must accept. The first of these positions is the initial position.
    pub(in crate::protocol) valid_fens: &'static [&'static str],
    /// FENs with one error each.
    pub(in crate::protocol) broken_fens: &'static [&'static str],
    /// Lists of moves that are illegal or malformed in the initial position.
    pub(in crate::protocol) broken_moves: &'static [&'static str],
    /// Lists of legal and illegal moves in the initial position, to which a `go` can restrict the search.
    pub(in crate::protocol) searched_moves: &'static [&'static str],
    /// Letters that the fuzzer can write after a random move, such as the letter of a promotion.
    pub(in crate::protocol) move_suffixes: &'static [&'static str],
    /// Moves that the fuzzer writes before random moves. If it is uncertain whether an engine counts the ranks from 0
    /// or from 1, a random move could be legal, so the fuzzer writes an illegal move before it.
    pub(in crate::protocol) before_random_moves: &'static str,
    /// Parses a FEN. The function always returns `None` if the notation of moves is uncertain, because legal moves
    /// cannot be sent then.
    pub(in crate::protocol) parse_fen: fn(&str) -> Option<G>,
    pub(in crate::protocol) generated_games: LazyLock<GeneratedGames<G>>,
}

impl<G: BoardGame> FuzzedGame<G> {
    /// The first moves of a short game from a valid position. `index` selects the game, and `count` the number of
    /// moves, which is less than [`SHORT_GAME_MOVES`].
    pub(super) fn short_game(&self, fen: &str, index: u8, count: u8) -> Vec<String> {
        let count = usize::from(count) % SHORT_GAME_MOVES;
        self.first_moves(fen, index, count)
    }

    /// The first moves of the long game from a valid position. The number of moves depends on `count` and is greater
    /// than [`SHORT_GAME_MOVES`].
    pub(super) fn long_game(&self, fen: &str, count: usize) -> Vec<String> {
        let count = SHORT_GAME_MOVES + 1 + count % (LONG_GAME_MOVES - SHORT_GAME_MOVES);
        self.first_moves(fen, 0, count)
    }

    fn first_moves(&self, fen: &str, index: u8, count: usize) -> Vec<String> {
        let position = (self.parse_fen)(fen);
        position
            .map(|it| self.generated_games.first_moves(&it, index, count))
            .unwrap_or_default()
    }

    pub(super) fn valid_fen(&self, index: u8) -> &'static str {
        pick_element(self.valid_fens, index)
    }

    pub(super) fn broken_fen(&self, index: u8) -> &'static str {
        pick_element(self.broken_fens, index)
    }
}
