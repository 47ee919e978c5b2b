//! Tests of the search with chess: draws, mates, several lines, and a fixed node count.

use std::sync::{Arc, Mutex};

use super::*;
use crate::{
    bench_chess_to_depth,
    games::chess::{Move, Position, Variant},
};

type Progress = super::Progress<Move>;

fn search_job(fen: &str, limits: SearchLimits) -> SearchJob<Position> {
    SearchJob {
        id: 1,
        start_position: Position::from_fen(fen, Variant::Standard).unwrap(),
        moves: Vec::new(),
        banned_moves: Vec::new(),
        limits,
        params: SearchParams::FULL_STRENGTH,
        hash_table: Arc::new(HashTable::new(4)),
    }
}

fn depth_limit(depth: u32) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

/// The variations of all complete iterations of a search: depth, rank, score, and moves.
fn complete_lines(job: &SearchJob<Position>) -> Vec<(u32, usize, i32, String)> {
    let found = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&found);
    run_in_current_thread(job, move |it| {
        if let Progress::BestLine {
            depth,
            rank,
            score,
            pv,
            iteration_complete: true,
        } = it.progress
        {
            let pv: Vec<String> = pv.iter().map(Move::to_string).collect();
            heard
                .lock()
                .unwrap()
                .push((depth, rank, score, pv.join(" ")));
        }
        true
    });
    let found = found.lock().unwrap();
    found.clone()
}

/// The score and the principal variation of the deepest iteration.
fn score_and_line(fen: &str, depth: u32) -> (i32, String) {
    let (_, _, score, pv) = complete_lines(&search_job(fen, depth_limit(depth)))
        .pop()
        .unwrap();
    (score, pv)
}

#[test]
fn a_stalemate_is_a_draw() {
    // Every move of white loses the pawn or stalemates black.
    let (score, pv) = score_and_line("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1", 5);
    assert_eq!(score, 0, "{pv}");
    // The king's move to g6 stalemates black; other moves win.
    let (score, pv) = score_and_line("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 6);
    assert!(score > 900 && !pv.starts_with("g5g6"), "{score} {pv}");
}

#[test]
fn repeating_a_position_of_the_game_is_a_draw() {
    let mut job = search_job("k7/8/8/8/8/8/7R/K7 b - - 0 1", depth_limit(4));
    assert!(complete_lines(&job).iter().all(|it| it.2 < -300));
    let mut position = job.start_position.clone();
    for text in ["a8b8", "a1b1", "b8a8", "b1a1"] {
        let step = position.parse_move(text, Variant::Standard).unwrap();
        job.moves.push(step);
        position.play_move(step);
    }
    job.hash_table = Arc::new(HashTable::new(1));
    let (_, _, score, pv) = complete_lines(&job).pop().unwrap();
    assert_eq!((score, pv.as_str()), (0, "a8b8"));
}

#[test]
fn the_fifty_move_rule_is_a_draw() {
    let (score, _) = score_and_line("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", 4);
    assert_eq!(score, 0);
}

#[test]
fn a_mate_by_the_last_move_before_the_limit_counts() {
    let (score, pv) = score_and_line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 3);
    assert_eq!((score, pv.as_str()), (MATE_SCORE - 1, "a1a8"));
}

#[test]
fn a_mate_is_at_most_as_long_as_requested() {
    // A mate in two moves; the position and its solution are by Sam Loyd.
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let limits = SearchLimits {
        mate_in_moves: Some(2),
        ..SearchLimits::default()
    };
    let (_, _, score, pv) = complete_lines(&search_job(fen, limits)).pop().unwrap();
    assert_eq!(score, MATE_SCORE - 3, "{pv}");
    assert!(pv.starts_with("a1a6"), "{pv}");
    // A search for a mate in one also ends if the position has no mate in one.
    let limits = SearchLimits {
        mate_in_moves: Some(1),
        ..SearchLimits::default()
    };
    let found = complete_lines(&search_job(fen, limits));
    assert!(found.iter().all(|it| it.2 != MATE_SCORE - 1), "{found:?}");
}

#[test]
fn several_lines_have_different_first_moves_and_falling_scores() {
    let mut job = search_job(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth_limit(5),
    );
    job.params.multipv_line_count = 4;
    let found = complete_lines(&job);
    assert_eq!(found.len(), 5 * 4);
    for (block, depth) in found.chunks(4).zip(1..) {
        let firsts: Vec<&str> = block.iter().map(|it| &it.3[..4]).collect();
        for (n, (at, rank, _, _)) in block.iter().enumerate() {
            assert_eq!((*at, *rank), (depth, n + 1));
            assert!(!firsts[..n].contains(&firsts[n]), "{block:?}");
        }
        assert!(block.iter().map(|it| -it.2).is_sorted(), "{block:?}");
    }
    // The position has fewer moves than requested variations.
    job.start_position =
        Position::from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1", Variant::Standard).unwrap();
    assert_eq!(complete_lines(&job).iter().map(|it| it.1).max(), Some(1));
}

/// The node count changes with every change of the search or the evaluation. If the change of the
/// node count was intended, update the number in this test; otherwise the change is a bug.
#[test]
fn the_search_visits_the_recorded_number_of_nodes() {
    assert_eq!(bench_chess_to_depth(7), 79_523);
}
