//! The benchmark: a fixed search, whose node count changes only when the search changes.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    game::Game,
    games::{chess, xiangqi},
    search::{HashTable, SearchJob, SearchLimits, SearchParams, run_in_current_thread},
};

/// Openings, middle games and endgames of xiangqi.
const XIANGQI_FENS: [&str; 10] = [
    xiangqi::START_FEN,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "2bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 b - - 0 1",
    "3akab2/9/4b1n2/p3p3p/2p3p2/2P6/P3P1P1P/4C1N2/4A4/2B1KAB2 w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
];

/// Openings, middle games and endgames of chess.
const CHESS_FENS: [&str; 10] = [
    chess::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 b - - 3 12",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
];

/// How deep each position of xiangqi and of chess is searched, in plies.
const BENCH_DEPTHS: [u32; 2] = [9, 11];

/// Searches all xiangqi positions of the benchmark in one thread; returns the number of nodes.
pub fn bench_xiangqi() -> u64 {
    bench_xiangqi_to_depth(BENCH_DEPTHS[0])
}

/// Searches the positions of [`bench_xiangqi`] to `depth` plies; returns the number of nodes.
pub fn bench_xiangqi_to_depth(depth: u32) -> u64 {
    let position = |fen: &str| xiangqi::Position::from_fen(fen);
    XIANGQI_FENS
        .iter()
        .map(|it| count_search_nodes(position(it), depth))
        .sum()
}

/// Searches all chess positions of the benchmark in one thread; returns the number of nodes.
pub fn bench_chess() -> u64 {
    bench_chess_to_depth(BENCH_DEPTHS[1])
}

/// Searches the positions of [`bench_chess`] to `depth` plies; returns the number of nodes.
pub fn bench_chess_to_depth(depth: u32) -> u64 {
    let position = |fen: &str| chess::Position::from_fen(fen, chess::Variant::Standard);
    CHESS_FENS
        .iter()
        .map(|it| count_search_nodes(position(it), depth))
        .sum()
}

fn count_search_nodes<G: Game, E: std::fmt::Debug>(start: Result<G, E>, depth: u32) -> u64 {
    let start = start.unwrap_or_else(|error| unreachable!("{error:?}"));
    let job = SearchJob {
        id: 1,
        start_position: start,
        moves: Vec::new(),
        banned_moves: Vec::new(),
        limits: SearchLimits {
            depth: Some(depth),
            ..SearchLimits::default()
        },
        params: SearchParams::FULL_STRENGTH,
        hash_table: Arc::new(HashTable::new(16)),
    };
    let nodes = Arc::new(Mutex::new(0));
    let count = Arc::clone(&nodes);
    run_in_current_thread(&job, move |it| {
        *count.lock().unwrap_or_else(PoisonError::into_inner) = it.nodes;
        true
    });
    *nodes.lock().unwrap_or_else(PoisonError::into_inner)
}
