//! Positions that stand, and games from them that are played once and for all.

use std::sync::LazyLock;

use fastrand::Rng;
use ponderhit_engine::games::xiangqi::Position;

/// A list of legal moves is seldom longer than this: each costs a look at the whole board.
pub(super) const LEGAL: usize = 8;

/// The longest game.
pub(super) const MANY: usize = 600;

/// So many games are played from each position.
const GAMES: usize = 64;

/// Positions that stand: the start, a middle game, endings, a check, a mate, a stalemate.
pub(super) const FENS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/3N5/9/4C4/9/9/9/9/3K1R3 b - - 0 1",
    "3ak4/4a4/9/9/2b6/9/9/4B4/4A4/2BAK4 b - - 12 40",
];

/// A place, some short games from it, and a long one.
struct Played {
    place: Position,
    short: Vec<Vec<String>>,
    long: Vec<String>,
}

/// Games that are played once and for all: to find legal moves costs more than everything else
/// about a line.
static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let places = FENS.iter().filter_map(|it| Position::from_fen(it).ok());
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
    played.collect()
});

/// The first moves of one of the games from this position.
pub(super) fn some_game(from: &Position, which: u8, length: usize) -> Vec<String> {
    let Some(played) = PLAYED.iter().find(|it| it.place == *from) else {
        return Vec::new();
    };
    let game = match length > LEGAL {
        true => &played.long,
        false => &played.short[usize::from(which) % GAMES],
    };
    game[..length.min(game.len())].to_vec()
}

/// A game of legal moves, chosen by numbers, as long as there are any.
pub(super) fn game(from: &Position, picks: impl Iterator<Item = usize>) -> Vec<String> {
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
