//! Tests of the results and the limits of a search.

use std::sync::{Arc, Mutex};

use super::*;
use crate::{
    bench_xiangqi_to_depth,
    game::{EvalParams, OptionLevel, Style},
    games::xiangqi::{Move, Position, START_FEN},
};

type Progress = super::Progress<Move>;

fn search_job(fen: &str, depth: u32) -> SearchJob<Position> {
    SearchJob {
        id: 1,
        start_position: Position::from_fen(fen).unwrap(),
        moves: Vec::new(),
        banned_moves: Vec::new(),
        limits: SearchLimits {
            depth: Some(depth),
            ..SearchLimits::default()
        },
        params: SearchParams::FULL_STRENGTH,
        hash_table: Arc::new(HashTable::new(1)),
    }
}

fn run_job(job: &SearchJob<Position>) -> Vec<SearchReport<Move>> {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&reports);
    run_in_current_thread(job, move |it| {
        heard.lock().unwrap().push(it);
        true
    });
    let reports = reports.lock().unwrap().clone();
    assert_eq!(reports.last().unwrap().progress, Progress::Ended);
    reports
}

/// The score and the first move of the last reported variation.
fn score_and_best_move(job: &SearchJob<Position>) -> Option<(i32, String)> {
    let line = |it: &SearchReport<Move>| match &it.progress {
        Progress::BestLine { score, pv, .. } => Some((*score, pv[0].to_string())),
        _ => None,
    };
    run_job(job).iter().rev().find_map(line)
}

#[test]
fn the_search_finds_a_mate_in_one() {
    let (score, best) =
        score_and_best_move(&search_job("3k5/4R4/9/9/9/9/9/9/9/R3K4 w", 3)).unwrap();
    assert_eq!(score, MATE_SCORE - 1);
    let mut position = Position::from_fen("3k5/4R4/9/9/9/9/9/9/9/R3K4 w").unwrap();
    position.play_move(best.parse().unwrap());
    assert!(position.has_no_legal_move());
}

#[test]
fn the_losing_side_sees_the_mate_to_the_end() {
    let (score, best) = score_and_best_move(&search_job("3k5/9/9/9/9/9/9/9/9/R3K4 b", 4)).unwrap();
    assert_eq!((score, best.as_str()), (2 - MATE_SCORE, "d9d8"));
}

#[test]
fn the_search_captures_a_hanging_piece() {
    let (_, best) = score_and_best_move(&search_job("4k4/9/9/9/4r4/9/9/4R4/9/4K4 w", 3)).unwrap();
    assert_eq!(best, "e2e5");
}

#[test]
fn banned_moves_are_not_played_and_not_stored() {
    let fen = "4k4/9/9/9/9/9/p8/9/9/3K5 b";
    let mut job = search_job(fen, 3);
    job.banned_moves = ["e9e8", "e9f9", "a3b3"]
        .iter()
        .map(|it| it.parse().unwrap())
        .collect();
    assert_eq!(score_and_best_move(&job).unwrap().1, "a3a2");
    assert_eq!(job.hash_table.get(job.start_position.hash_key()), None);
    job.banned_moves.push("a3a2".parse().unwrap());
    assert_eq!(score_and_best_move(&job), None);
}

#[test]
fn the_node_limit_is_exact() {
    let mut job = search_job(START_FEN, 99);
    job.limits.nodes = Some(5000);
    let nodes = run_job(&job).iter().map(|it| it.nodes).max();
    assert_eq!(nodes, Some(5000));
}

#[test]
fn equal_jobs_have_equal_reports_however_nodes_are_granted() {
    let whole = run_job(&search_job(START_FEN, 7));
    assert_eq!(run_job(&search_job(START_FEN, 7)), whole);
    let (grant, grants) = std::sync::mpsc::channel();
    let (told, reports) = std::sync::mpsc::channel();
    let search = Search::start_with_node_grants(search_job(START_FEN, 7), grants, move |it| {
        told.send(it).is_ok()
    });
    let mut sliced = Vec::new();
    for report in reports {
        match report.progress {
            Progress::GrantUsedUp => drop(grant.send(7)),
            _ => sliced.push(report),
        }
    }
    assert_eq!(sliced, whole);
    drop(search);
}

/// The node count changes with every change of the search. After an intended change of the search,
/// update the number in this test.
#[test]
fn the_search_visits_the_recorded_number_of_nodes() {
    assert_eq!(bench_xiangqi_to_depth(6), 66_414);
}

#[test]
fn every_amount_of_pruning_and_knowledge_finds_a_mate() {
    let fen = "4k4/1R7/R8/9/9/9/8p/9/9/3K5 w";
    for amount in [
        OptionLevel::None,
        OptionLevel::Small,
        OptionLevel::Medium,
        OptionLevel::Large,
    ] {
        for style in [Style::Solid, Style::Normal, Style::Risky] {
            let mut job = search_job(fen, 4);
            job.params.pruning = amount;
            job.params.eval_params = EvalParams {
                knowledge: amount,
                style,
            };
            job.params.randomness = amount;
            assert_eq!(
                score_and_best_move(&job),
                Some((MATE_SCORE - 1, "a7a9".to_owned()))
            );
        }
    }
}

#[test]
fn less_pruning_searches_more() {
    let nodes = |pruning: OptionLevel| {
        let mut job = search_job(START_FEN, 6);
        job.params.pruning = pruning;
        run_job(&job).last().unwrap().nodes
    };
    let amounts = [
        OptionLevel::None,
        OptionLevel::Small,
        OptionLevel::Medium,
        OptionLevel::Large,
    ];
    let nodes = amounts.map(nodes);
    assert!(nodes.is_sorted_by(|a, b| a > b), "{nodes:?}");
}

#[test]
fn threads_share_one_hash_table() {
    let mut job = search_job(START_FEN, 8);
    job.params.threads = 3;
    let (told, reports) = std::sync::mpsc::channel();
    let search = Search::start(job, move |it| told.send(it).is_ok());
    let depths = reports.iter().filter_map(|it| match it.progress {
        Progress::BestLine {
            depth,
            iteration_complete: true,
            ..
        } => Some(depth),
        _ => None,
    });
    assert_eq!(depths.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    drop(search);
}

#[test]
fn a_search_that_is_dropped_stops() {
    let (told, reports) = std::sync::mpsc::channel();
    let search = Search::start(search_job(START_FEN, 99), move |it| told.send(it).is_ok());
    let first = reports.recv();
    drop(search);
    // The channel closes when the thread has ended.
    assert!(reports.iter().any(|it| it.progress == Progress::Ended) && first.is_ok());
}
