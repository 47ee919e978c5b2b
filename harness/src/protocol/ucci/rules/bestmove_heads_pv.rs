//! `bestmove` is the first move of the last principal variation.
//!
//! A GUI shows the principal variation during the search. A best move that differs from the first move of the last
//! shown variation confuses the user.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info depth 1 score 10 pv h2e2
//! < info depth 2 score 5 pv b2e2 b9c7
//! < bestmove b2e2
//! ```
//!
//! If the best move is from an opening book, the search has no variation to compare it with:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 10 pv c3c4
//! < bestmove c3c4
//! > go time 1000 increment 0
//! < info message from the book
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 10 pv h2e2 h9g7
//! < bestmove b2e2
//!            ^^^^ the last `pv` begins with another move, h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bestmove_heads_pv",
    level: Level::Should,
    topic: "state",
    spec: "UCCI R2",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_bestmove_heads_pv,
};
