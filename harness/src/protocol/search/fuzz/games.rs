//! Random games from valid positions, generated once.

use fastrand::Rng;

use crate::protocol::search::BoardGame;

/// The number of moves of a short game. Short games are faster, because each move needs a scan of the whole board.
pub(in crate::protocol) const LEGAL: usize = 8;

/// The number of moves of a long game.
pub(in crate::protocol) const MANY: usize = 600;

/// The number of short games from each position.
const GAMES: usize = 64;

/// A position, short games from it, and one long game.
struct Played<G> {
    place: G,
    short: Vec<Vec<String>>,
    long: Vec<String>,
}

/// Games that are generated once. Finding legal moves would cost more than the rest of a test case's line.
pub(in crate::protocol) struct Games<G> {
    played: Vec<Played<G>>,
}

impl<G: BoardGame> Games<G> {
    /// Generates games from each of these positions.
    pub(in crate::protocol) fn play(places: &[&str]) -> Games<G> {
        let places = places.iter().filter_map(|it| G::read(it, <_>::default()));
        let played = places.map(|place| {
            let mut random = Rng::with_seed(place.key());
            let mut one = |length| {
                let picks: Vec<usize> = (0..length).map(|_| random.usize(..)).collect();
                game(&place, picks.into_iter())
            };
            Played {
                short: (0..GAMES).map(|_| one(LEGAL)).collect(),
                long: one(MANY),
                place,
            }
        });
        Games {
            played: played.collect(),
        }
    }

    /// The first `length` moves of one of the games from this position.
    pub(in crate::protocol) fn some(&self, from: &G, which: u8, length: usize) -> Vec<String> {
        let Some(played) = self.played.iter().find(|it| it.place == *from) else {
            return Vec::new();
        };
        let game = match length > LEGAL {
            true => &played.long,
            false => &played.short[usize::from(which) % GAMES],
        };
        game[..length.min(game.len())].to_vec()
    }
}

/// Generates a game of legal moves. `picks` chooses the moves. The game ends when there is no legal move.
pub(in crate::protocol) fn game<G: BoardGame>(
    from: &G,
    picks: impl Iterator<Item = usize>,
) -> Vec<String> {
    let mut position = from.clone();
    let mut played = Vec::new();
    for pick in picks {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let step = moves[pick % moves.len()];
        position.play(step);
        played.push(step.to_string());
    }
    played
}
