//! Positions from random games. The games prefer captures and checks, because faults are likely in
//! positions with a check or with few pieces.

use std::collections::HashSet;

use ponderhit_engine::games::xiangqi::{Move, Position};

use crate::random::RandomGenerator;

/// The largest number of half-moves in a game; longer games would only repeat moves.
const MAX_PLIES: usize = 260;

/// The least number of pieces in a compared position.
const MIN_PIECE_COUNT: usize = 5;

/// Returns `count` different positions.
pub(crate) fn random_game_positions(random: &mut RandomGenerator, count: usize) -> Vec<String> {
    let (mut seen, mut fens) = (HashSet::new(), Vec::new());
    while fens.len() < count {
        let mut position = Position::start();
        for _ in 0..MAX_PLIES {
            if seen.insert(fen_without_counters(&position)) {
                fens.push(position.to_fen());
            }
            let Some(step) = choose_move(random, &position) else {
                break;
            };
            position.play_move(step);
            if position.pieces().count() < MIN_PIECE_COUNT {
                break;
            }
        }
    }
    fens.truncate(count);
    fens
}

/// The FEN of a position, without the two counters at its end.
fn fen_without_counters(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(" - ").next().unwrap_or_default().to_owned()
}

fn choose_move(random: &mut RandomGenerator, position: &Position) -> Option<Move> {
    let mut legal = position.legal_moves();
    // The moves are sorted, so that the games do not depend on the engine's order of moves.
    legal.sort_unstable();
    let wish = random.random_below(100);
    let wanted: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|it| match wish {
            0..30 => position.piece_at(it.to).is_some(),
            30..60 => gives_check(position, *it),
            _ => false,
        })
        .collect();
    random
        .pick_item(&wanted)
        .or_else(|| random.pick_item(&legal))
}

fn gives_check(position: &Position, step: Move) -> bool {
    let mut after = position.clone();
    after.play_move(step);
    after.in_check()
}
