//! Compares perft counts of chess and Chess960 with known numbers of move sequences.
//!
//! The counts at large depths take ten seconds in a release build. The script `.ci/run` compares
//! these counts with the command `cargo test -p ponderhit-engine --test perft -- --ignored`.

use std::{env, fs, path::PathBuf};

use ponderhit_engine::games::chess::{Position, Variant, perft, perft_per_move};

/// Every test run compares the perft counts that are not larger than this number. The larger counts
/// are compared only with the option `--ignored`.
const MAX_SHALLOW_COUNT: u64 = 700_000;

/// A position with its counts at depths 1, 2, and so on.
struct PerftCase {
    fen: String,
    counts_by_depth: Vec<u64>,
}

fn read_cases() -> Vec<PerftCase> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let text = fs::read_to_string(root.join("tests/data/perft.txt")).unwrap();
    let lines = text
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let case = |line: &str| {
        let (fen, counts) = line.split_once('|').unwrap();
        PerftCase {
            fen: fen.trim().to_owned(),
            counts_by_depth: counts
                .split_whitespace()
                .map(|it| it.parse().unwrap())
                .collect(),
        }
    };
    lines.map(case).collect()
}

fn compare_perft_counts(chosen: impl Fn(u64) -> bool) -> usize {
    let mut counted = 0;
    for case in read_cases() {
        let position = Position::from_fen(&case.fen, Variant::Chess960).unwrap();
        for (depth, expected) in (1..).zip(case.counts_by_depth) {
            if chosen(expected) {
                assert_eq!(perft(&position, depth), expected, "{} {depth}", case.fen);
                counted += 1;
            }
        }
    }
    counted
}

#[test]
fn shallow_counts_are_right() {
    assert!(compare_perft_counts(|it| it <= MAX_SHALLOW_COUNT) > 50);
}

#[test]
#[ignore = "this test takes ten seconds in a release build: see the top of the file"]
fn deep_counts_are_right() {
    assert!(compare_perft_counts(|it| it > MAX_SHALLOW_COUNT) > 20);
}

#[test]
fn counts_per_move_add_up() {
    let position = Position::start();
    let parts = perft_per_move(&position, 3);
    assert_eq!(parts.len(), 20);
    assert_eq!(parts.iter().map(|it| it.1).sum::<u64>(), 8_902);
    assert_eq!(
        (perft(&position, 0), perft_per_move(&position, 0).len()),
        (1, 0)
    );
}
