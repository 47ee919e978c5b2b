//! The move after `currmove` is legal in the current position, and has the form of `h2e2`.
//!
//! A GUI shows the move after `currmove` as the root move that the engine is searching.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info currmove h2e2
//! < bestmove h2e2
//! ```
//!
//! An `info` line with `currmove` may have other items:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 currmove b2e2 currmovenumber 1
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info currmove H2E2
//!                 ^^^^ `H2E2` is not a move; moves are written like `h2e2`
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info currmove e2e3
//!                 ^^^^ e2e3 is illegal here: there is no piece on e2
//! < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/currmove_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI I9, MV1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_currmove_legal(view, "h2e2", out);
}
