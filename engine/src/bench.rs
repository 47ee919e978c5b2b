//! The benchmark: a fixed search, whose node count changes only when the search changes.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    games::xiangqi::{Position, START},
    search::{Job, Limits, SearchParams, Table, run_here},
};

/// Positions of openings, middlegames and endgames.
const POSITIONS: [&str; 10] = [
    START,
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

/// The search depth for each position, in plies.
const DEPTH: u32 = 9;

/// Searches all positions, one after the other, with one thread; returns the number of nodes.
pub fn bench() -> u64 {
    bench_to(DEPTH)
}

/// Searches the positions of [`bench`] to `depth` plies; returns the number of nodes.
pub fn bench_to(depth: u32) -> u64 {
    POSITIONS.iter().map(|fen| nodes(fen, depth)).sum()
}

fn nodes(fen: &str, depth: u32) -> u64 {
    let start = Position::from_fen(fen).unwrap_or_else(|error| unreachable!("{fen}: {error}"));
    let job = Job {
        id: 1,
        start,
        moves: Vec::new(),
        bans: Vec::new(),
        limits: Limits {
            depth: Some(depth),
            nodes: None,
        },
        params: SearchParams::STRONGEST,
        table: Arc::new(Table::new(16)),
    };
    let nodes = Arc::new(Mutex::new(0));
    let count = Arc::clone(&nodes);
    run_here(&job, move |it| {
        *count.lock().unwrap_or_else(PoisonError::into_inner) = it.nodes;
        true
    });
    *nodes.lock().unwrap_or_else(PoisonError::into_inner)
}
