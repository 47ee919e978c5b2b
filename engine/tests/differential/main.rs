//! Compares the legal moves of forty thousand positions with fairy-stockfish, and the perft counts
//! at depth 2 of some of them.
//!
//! If fairy-stockfish is not installed, the tests print a note and pass; with
//! `PONDERHIT_REAL_ENGINES=required` they fail.
//! `cargo test -p ponderhit-engine --test differential -- --nocapture` prints how many positions of
//! each kind were compared.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "the test starts the other engine itself: the engine has no link"
)]

mod chess;
mod fairy_stockfish;
mod games;
mod position_counts;
mod random;
mod rare_positions;

use std::{collections::BTreeMap, io::Write as _, path::PathBuf};

use ponderhit_engine::games::xiangqi::{Move, Position, perft_per_move};

use fairy_stockfish::{FairyAnswer, ask_fairy_stockfish};
use position_counts::PositionCounts;
use random::RandomGenerator;

const GAME_POSITION_COUNT: usize = 15_000;
const RARE_POSITION_COUNT: usize = 25_000;

/// The number of positions whose perft counts at depth 2 are compared.
const DEPTH_TWO_POSITION_COUNT: usize = 300;

fn find_program_or_skip(name: &str) -> Option<PathBuf> {
    let found = fairy_stockfish::find_program(name);
    if found.is_none() {
        let note = format!("\nSKIPPED, NOT PASSED: {name} is not installed\n");
        let _ = std::io::stderr().write_all(note.as_bytes());
    }
    found
}

/// The positions to compare, which are the same in every run.
fn positions_to_compare() -> Vec<String> {
    let mut random = RandomGenerator(2007);
    let mut fens = games::random_game_positions(&mut random, GAME_POSITION_COUNT);
    fens.extend(rare_positions::rare_positions(
        &mut random,
        RARE_POSITION_COUNT,
    ));
    fens
}

#[test]
fn fairy_stockfish_finds_the_same_legal_moves() {
    let Some(program) = find_program_or_skip("fairy-stockfish") else {
        return;
    };
    let fens = positions_to_compare();
    let answers = ask_fairy_stockfish(&program, &fens, 1);
    let mut census = PositionCounts::default();
    let mut differences = Vec::new();
    for (fen, answer) in fens.iter().zip(&answers) {
        let position = Position::from_fen(fen).unwrap();
        census.count_position(&position, answer);
        differences.extend(describe_difference(&position, answer, 1));
    }
    assert_no_differences(&differences);
    census.assert_required_counts();
}

#[test]
fn fairy_stockfish_counts_the_same_at_depth_two() {
    let Some(program) = find_program_or_skip("fairy-stockfish") else {
        return;
    };
    let all = positions_to_compare();
    let fens: Vec<String> = all
        .iter()
        .step_by(all.len() / DEPTH_TWO_POSITION_COUNT)
        .cloned()
        .collect();
    assert!(fens.len() >= DEPTH_TWO_POSITION_COUNT);
    let answers = ask_fairy_stockfish(&program, &fens, 2);
    let differences: Vec<String> = fens
        .iter()
        .zip(&answers)
        .filter_map(|(fen, answer)| {
            describe_difference(&Position::from_fen(fen).unwrap(), answer, 2)
        })
        .collect();
    assert_no_differences(&differences);
}

/// The differences between the two engines' answers to a position, as text.
fn describe_difference(position: &Position, theirs: &FairyAnswer, depth: u32) -> Option<String> {
    let ours: BTreeMap<Move, u64> = perft_per_move(position, depth).into_iter().collect();
    let mut faults = Vec::new();
    for (step, nodes) in &ours {
        match theirs.counts_by_move.get(step) {
            None => faults.push(format!("only this engine plays {step}")),
            Some(other) if other != nodes => {
                faults.push(format!(
                    "after {step} this engine counts {nodes}, the other engine {other}"
                ));
            }
            Some(_) => (),
        }
    }
    let only_theirs = theirs
        .counts_by_move
        .keys()
        .filter(|it| !ours.contains_key(it));
    faults.extend(only_theirs.map(|it| format!("only the other engine plays {it}")));
    if position.in_check() != (theirs.checker_count > 0) {
        let checkers = theirs.checker_count;
        faults.push(format!(
            "the other engine counts {checkers} checking pieces, this engine another number"
        ));
    }
    if position.has_no_legal_move() != ours.is_empty() {
        faults.push("the list of legal moves and the check for a legal move differ".to_owned());
    }
    let fen = position.to_fen();
    (!faults.is_empty()).then(|| format!("{fen}: {}", faults.join(", ")))
}

fn assert_no_differences(differences: &[String]) {
    let first: Vec<&str> = differences.iter().take(10).map(String::as_str).collect();
    let count = differences.len();
    assert!(
        count == 0,
        "{count} positions differ:\n{}",
        first.join("\n")
    );
}
