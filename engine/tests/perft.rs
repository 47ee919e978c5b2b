//! Perft of chess and Chess960: known counts of sequences of legal moves.
//!
//! The deep counts take ten seconds in a release build. `.ci/run` counts them:
//! `cargo test --release -p ponderhit-engine --test perft -- --ignored`.

use std::{env, fs, path::PathBuf};

use ponderhit_engine::games::chess::{Position, Variant, divide, perft};

/// Counts up to this number are made in every test run.
const SHALLOW: u64 = 700_000;

/// A position and its counts at depths 1, 2, ...
struct Case {
    fen: String,
    counts: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let text = fs::read_to_string(root.join("tests/data/perft.txt")).unwrap();
    let lines = text
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let case = |line: &str| {
        let (fen, counts) = line.split_once('|').unwrap();
        Case {
            fen: fen.trim().to_owned(),
            counts: counts
                .split_whitespace()
                .map(|it| it.parse().unwrap())
                .collect(),
        }
    };
    lines.map(case).collect()
}

fn count(chosen: impl Fn(u64) -> bool) -> usize {
    let mut counted = 0;
    for case in cases() {
        let position = Position::from_fen(&case.fen, Variant::Chess960).unwrap();
        for (depth, expected) in (1..).zip(case.counts) {
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
    assert!(count(|it| it <= SHALLOW) > 50);
}

#[test]
#[ignore = "ten seconds in a release build: see the top of the file"]
fn deep_counts_are_right() {
    assert!(count(|it| it > SHALLOW) > 20);
}

#[test]
fn divided_counts_add_up() {
    let position = Position::start();
    let parts = divide(&position, 3);
    assert_eq!(parts.len(), 20);
    assert_eq!(parts.iter().map(|it| it.1).sum::<u64>(), 8_902);
    assert_eq!((perft(&position, 0), divide(&position, 0).len()), (1, 0));
}
