//! Counts sequences of legal moves, to test the move generator.

use super::{Move, Position};

/// The number of sequences of `depth` legal moves. The last move of each sequence is counted, but
/// not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = 0;
            position.board.generate_moves(|it| {
                count += it.len() as u64;
                false
            });
            count
        }
        _ => {
            let after = perft_per_move(position, depth);
            after.iter().map(|(_, count)| count).sum()
        }
    }
}

/// The number of sequences of `depth` legal moves, for each first move.
pub fn perft_per_move(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(depth) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let count = |step: Move| {
        let mut after = position.clone();
        after.board.play_unchecked(step.to_crate_move());
        (step, perft(&after, depth))
    };
    position.legal_moves().into_iter().map(count).collect()
}
