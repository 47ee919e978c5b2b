//! The reference engine: a simple and exact implementation of the protocols, whose core does no I/O.
//!
//! ```text
//! games/*      the rules of the games; also the harness's legality oracle   (no I/O, no time)
//! search       alpha-beta, can be stopped and resumed at any node           (no I/O, no time)
//! protocol/*   lines and times in, lines out                                (no I/O)
//! serve        moves lines between a core and two streams
//! ```

mod bench;

pub mod book;

pub mod game;

pub mod games;

pub mod search;

pub mod protocol;

mod serve;

pub use bench::{bench_chess, bench_chess_to_depth, bench_xiangqi, bench_xiangqi_to_depth};
pub use serve::{Protocol, serve};
