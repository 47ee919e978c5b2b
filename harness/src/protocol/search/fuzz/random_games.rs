//! Random games from valid positions, generated once.

use fastrand::Rng;

use crate::protocol::search::BoardGame;

/// The number of moves of a short game. Short games need less time, because the check of each move
/// scans the whole board.
pub(in crate::protocol) const SHORT_GAME_MOVES: usize = 8;

/// The number of moves of a long game.
pub(in crate::protocol) const LONG_GAME_MOVES: usize = 600;

/// The number of tries to generate a long game.
const MAX_LONG_GAME_ATTEMPTS: usize = 8;

/// The number of short games from each position.
const GAMES_PER_POSITION: usize = 64;

/// A position, short games from it, and one long game.
struct GamesFromPosition<G> {
    position: G,
    short_games: Vec<Vec<String>>,
    long_game: Vec<String>,
}

/// Games that are generated once and used for many test cases, because finding legal moves is slow.
pub(in crate::protocol) struct GeneratedGames<G> {
    games: Vec<GamesFromPosition<G>>,
}

impl<G: BoardGame> GeneratedGames<G> {
    /// Generates games from each position of the list `places`.
    pub(in crate::protocol) fn from_positions(places: &[&str]) -> GeneratedGames<G> {
        let places = places
            .iter()
            .filter_map(|it| G::parse_position(it, <_>::default()));
        let played = places.map(|place| {
            let mut random = Rng::with_seed(place.hash_key());
            GamesFromPosition {
                short_games: (0..GAMES_PER_POSITION)
                    .map(|_| random_game(&place, SHORT_GAME_MOVES, &mut random))
                    .collect(),
                long_game: random_long_game(&place, LONG_GAME_MOVES, &mut random),
                position: place,
            }
        });
        GeneratedGames {
            games: played.collect(),
        }
    }

    /// The first `length` moves of one of the games from this position.
    pub(in crate::protocol) fn first_moves(
        &self,
        from: &G,
        which: u8,
        length: usize,
    ) -> Vec<String> {
        let Some(played) = self.games.iter().find(|it| it.position == *from) else {
            return Vec::new();
        };
        let game = match length > SHORT_GAME_MOVES {
            true => &played.long_game,
            false => &played.short_games[usize::from(which) % GAMES_PER_POSITION],
        };
        game[..length.min(game.len())].to_vec()
    }
}

/// Generates a game of legal moves. The game ends early if a position has no legal move.
fn random_game<G: BoardGame>(from: &G, length: usize, random: &mut Rng) -> Vec<String> {
    let mut position = from.clone();
    let mut played = Vec::new();
    while played.len() < length {
        let moves = position.legal_moves();
        let Some(step) = random.choice(moves) else {
            break;
        };
        position.play(step);
        played.push(step.to_string());
    }
    played
}

/// Generates a game of `length` moves. If the game ends earlier in every try, for example because of a mate, returns
/// the longest game.
pub(in crate::protocol) fn random_long_game<G: BoardGame>(
    from: &G,
    length: usize,
    random: &mut Rng,
) -> Vec<String> {
    let mut longest = Vec::new();
    for _ in 0..MAX_LONG_GAME_ATTEMPTS {
        let played = random_game(from, length, random);
        if played.len() > longest.len() {
            longest = played;
        }
        if longest.len() == length {
            break;
        }
    }
    longest
}
