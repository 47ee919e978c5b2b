//! The reference engine: a simple and exact implementation of UCCI, UCI, GTP and AGI. Only the module `serve` does I/O.
//!
//! ```text
//! games/*      the rules of the games; `ponderhit` also uses them           (no I/O, no time)
//! search       alpha-beta, can be stopped and resumed at any node           (no I/O)
//! monte_carlo  Monte Carlo tree search, for Go                               (no I/O)
//! protocol/*   lines and times in, lines out                                (no I/O)
//! serve        connects a protocol with an input and an output stream
//! ```

mod bench;

pub mod book;

pub mod game;

pub mod games;

pub mod search;

pub mod monte_carlo;

pub mod protocol;

mod serve;

pub use bench::{bench_chess, bench_chess_to_depth, bench_xiangqi, bench_xiangqi_to_depth};
pub use serve::{Protocol, serve};
