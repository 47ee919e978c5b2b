//! Tests of matches and of wins by continuous fours. As black in freestyle, the gomoku engine must win against a random
//! player and against a search of one ply. All players are deterministic: their searches are limited by nodes and not
//! by time.

use std::sync::{Arc, Mutex};

use ponderhit_engine::{
    games::gomoku::{Color, Point, Position, find_continuous_fours},
    search::{HashTable, Progress, SearchJob, SearchLimits, SearchParams, run_in_current_thread},
};

/// The number of nodes that the engine searches for one move.
const NODES_PER_MOVE: u64 = 1500;

/// The number of nodes in the engine's search for continuous fours.
const MAX_FOURS_SEARCH_NODES: usize = 2000;

/// Random numbers by xorshift.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn choose(&mut self, points: &[Point]) -> Point {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        points[(self.0 >> 11) as usize % points.len()]
    }
}

/// The first move of the best variation of a search.
fn best_searched_move(position: &Position, limits: SearchLimits) -> Point {
    let job = SearchJob {
        id: 1,
        start_position: position.clone(),
        moves: Vec::new(),
        banned_moves: Vec::new(),
        limits,
        params: SearchParams::FULL_STRENGTH,
        hash_table: Arc::new(HashTable::new(1)),
    };
    let best = Arc::new(Mutex::new(None));
    let found = Arc::clone(&best);
    run_in_current_thread(&job, move |report| {
        if let Progress::BestLine { rank: 1, pv, .. } = report.progress {
            *found.lock().unwrap() = pv.first().copied();
        }
        true
    });
    let best = *best.lock().unwrap();
    best.expect("the search has a move")
}

/// The engine's move: the first move of a win by continuous fours, or else the result of a search with a fixed number
/// of nodes.
fn engine_move(position: &Position) -> Point {
    let fours = find_continuous_fours(position, MAX_FOURS_SEARCH_NODES);
    let first = fours.and_then(|it| it.first().copied());
    let limits = SearchLimits {
        nodes: Some(NODES_PER_MOVE),
        ..SearchLimits::default()
    };
    first.unwrap_or_else(|| best_searched_move(position, limits))
}

fn one_ply_move(position: &Position) -> Point {
    let limits = SearchLimits {
        depth: Some(1),
        ..SearchLimits::default()
    };
    best_searched_move(position, limits)
}

fn random_move(position: &Position, random: &mut Random) -> Point {
    let free: Vec<Point> = position.empty_points().collect();
    random.choose(&free)
}

/// A random point at most two steps away from the first stone.
fn random_move_near(position: &Position, random: &mut Random) -> Point {
    let near = |it: &Point| {
        let centre = Point::CENTRE;
        (it.row() - centre.row()).abs() <= 2 && (it.column() - centre.column()).abs() <= 2
    };
    let free: Vec<Point> = position.empty_points().filter(near).collect();
    random.choose(&free)
}

/// Plays a game of freestyle, with the engine as black. Returns true if black wins.
fn black_wins(mut white_move: impl FnMut(&Position) -> Point) -> bool {
    let mut position = Position::new(false);
    while !position.has_no_empty_point() {
        let step = match position.side_to_move() {
            Color::Black => engine_move(&position),
            Color::White => white_move(&position),
        };
        assert!(position.is_legal(step), "{step} in {position:?}");
        position.play(step);
        if position.is_decided() {
            return position.side_to_move() == Color::White;
        }
    }
    false
}

#[test]
fn black_wins_every_game_against_a_random_player() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        assert!(black_wins(|it| random_move(it, &mut random)), "{seed}");
    }
}

#[test]
fn black_wins_nearly_every_game_against_a_search_of_one_ply() {
    let wins = |seed: &u64| {
        let mut random = Random::new(*seed);
        // The first two moves of white are random, so that the games differ.
        black_wins(|it| match it.stone_count() {
            0..=3 => random_move_near(it, &mut random),
            _ => one_ply_move(it),
        })
    };
    let won = (0..100).filter(wins).count();
    assert!(won >= 95, "{won}");
}

/// True if the moves win by continuous fours; the function checks every move.
fn is_win_by_fours(position: &Position, moves: &[Point]) -> bool {
    let own = position.side_to_move();
    let mut position = position.clone();
    for (index, pair) in moves.chunks(2).enumerate() {
        let four = pair[0];
        if !position.is_legal(four) {
            return false;
        }
        if position.makes_winning_row(four, own) {
            return index * 2 + 1 == moves.len();
        }
        position.play(four);
        let fives: Vec<Point> = completing_points(&position, own);
        let stops: Vec<Point> = fives
            .iter()
            .copied()
            .filter(|it| position.is_legal(*it))
            .collect();
        if fives.is_empty() || !completing_points(&position, own.opponent()).is_empty() {
            return false;
        }
        match (fives.len(), pair.get(1)) {
            // After the last move of the list, the five must be certain: the opponent has no legal move that stops the
            // five, or two points complete a five.
            (_, None) => return stops.is_empty() || fives.len() > 1,
            (_, Some(reply)) if !stops.contains(reply) => return false,
            (_, Some(reply)) => assert!(position.play(*reply)),
        }
    }
    false
}

fn completing_points(position: &Position, color: Color) -> Vec<Point> {
    position
        .empty_points()
        .filter(|it| position.makes_winning_row(*it, color))
        .collect()
}

/// True if the side to move can win with at most `fours` fours before its five. The function tries every legal move of
/// this side that makes a four, and every reply.
fn can_win_by_fours(position: &Position, fours: usize) -> bool {
    let own = position.side_to_move();
    if !completing_points(position, own).is_empty() {
        return true;
    }
    fours > 0
        && position.empty_points().any(|four| {
            let mut after = position.clone();
            if !position.is_legal(four) {
                return false;
            }
            after.play(four);
            let fives = completing_points(&after, own);
            if fives.is_empty() || !completing_points(&after, own.opponent()).is_empty() {
                return false;
            }
            let mut stops = fives.iter().filter(|it| after.is_legal(**it));
            stops.all(|stop| {
                let mut replied = after.clone();
                replied.play(*stop);
                !replied.is_decided() && can_win_by_fours(&replied, fours - 1)
            })
        })
}

/// A position with random stones in the square of 7x7 points around the centre.
fn crowded_position(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position = Position::new(seed.is_multiple_of(2));
    let inside: Vec<Point> = Point::all()
        .filter(|it| (it.row() - 7).abs() <= 3 && (it.column() - 7).abs() <= 3)
        .collect();
    let count = 12 + (seed % 14) as usize;
    while position.stone_count() < count {
        position.play(random.choose(&inside));
    }
    position
}

#[test]
fn wins_by_continuous_fours_are_found_and_are_wins() {
    let (mut long, mut found) = (0, 0);
    for seed in 0..400 {
        let position = crowded_position(seed);
        if position.is_decided() {
            continue;
        }
        let win = find_continuous_fours(&position, 200_000);
        if can_win_by_fours(&position, 2) {
            assert!(win.is_some(), "{position:?}");
        }
        if let Some(moves) = win {
            assert!(
                is_win_by_fours(&position, &moves),
                "{moves:?} in {position:?}"
            );
            found += 1;
            long += usize::from(moves.len() >= 7);
        }
    }
    assert!(found > 100 && long > 10, "{found}, {long}");
}
