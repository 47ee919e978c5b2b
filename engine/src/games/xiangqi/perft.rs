//! Perft: counts the move sequences from a position, to test move generation.

use super::{Move, Position};
use crate::game::{GenType, MoveList};

/// The number of sequences of `depth` legal moves. The last move of each sequence is counted, but
/// not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => sum_over_legal_moves(position, |after| perft(after, depth - 1)),
    }
}

/// The number of sequences of `depth` legal moves; the last move of each sequence is played, too.
/// This function is slower than [`perft`], and tests that [`perft`] is right.
pub fn perft_playing_all_moves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_legal_moves(position, |after| perft_playing_all_moves(after, depth - 1)),
    }
}

fn sum_over_legal_moves(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let mut moves = MoveList::new();
    position.add_moves(GenType::All, &mut moves);
    let info = position.check_info();
    let safe = moves
        .iter()
        .filter(|it| position.is_legal_by_info(&info, **it));
    let after = safe.map(|it| {
        let mut after = position.clone();
        after.play_move(*it);
        count(&after)
    });
    after.sum()
}

/// The number of sequences of `depth` legal moves, for each first move. The list is sorted by first
/// move.
pub fn perft_per_move(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    let count = |step: Move| {
        let mut after = position.clone();
        after.play_move(step);
        (step, perft(&after, depth.saturating_sub(1)))
    };
    moves.into_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with their perft counts at depths 1 to 4.
    const PERFT_TABLE: [(&str, [u64; 4]); 9] = [
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            [44, 1920, 79666, 3290240],
        ),
        (
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            [38, 1128, 43929, 1339047],
        ),
        (
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
            [7, 281, 8620, 326201],
        ),
        (
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
            [25, 424, 9850, 202884],
        ),
        (
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
            [28, 516, 14808, 395483],
        ),
        (
            "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w",
            [21, 364, 7626, 162837],
        ),
        (
            "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
            [28, 222, 6241, 64971],
        ),
        (
            "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w",
            [23, 345, 8124, 149272],
        ),
        (
            "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w",
            [21, 195, 3883, 48060],
        ),
    ];

    #[test]
    fn perft_counts_equal_the_table() {
        for (fen, counts) in PERFT_TABLE {
            let position = Position::from_fen(fen).unwrap();
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
                if depth < 4 {
                    assert_eq!(
                        perft_playing_all_moves(&position, depth),
                        count,
                        "{fen} in full"
                    );
                }
            }
        }
    }

    #[test]
    fn counts_per_move_add_up_to_perft() {
        let position = Position::start();
        let sum: u64 = perft_per_move(&position, 3)
            .iter()
            .map(|(_, nodes)| nodes)
            .sum();
        assert_eq!(sum, 79666);
    }
}
