//! The moves after `pv` have the form of `h2e2`, and are legal in sequence from the current position.
//!
//! A GUI converts the moves after `pv` to its own notation, and cannot convert an illegal move.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < info depth 3 score 4 pv b0c2 b9c7 c3c4
//! < bestmove b0c2
//! ```
//!
//! During pondering the current position is the position after the guessed move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 1000 increment 0
//! < info depth 1 score 4 pv h0g2
//! > ponderhit
//! < bestmove h0g2
//! ```
//!
//! The variation ends at the first word that is not a move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 4 pv h2e2 wdl 12 700 288
//! < info depth 1 score 4 pv h2e2 (a guess)
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 4 pv h2e2 H9G7 h0g2
//!                                ^^^^ `H9G7` is not a move; moves are written like `h2e2`
//! < info depth 1 score 4 pv h2-e2
//!                           ^^^^^ `h2-e2` is not a move; moves are written like `h2e2`
//! < info depth 1 score 4 pv h2e2 h10g8
//!                                ^^^^^ `h10g8` is not a move; moves are written like `h2e2`
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < info depth 3 score 4 pv b0c2 b9c7 b0c2
//!                                     ^^^^ b0c2, move 3 of the variation, is illegal: there is no piece on b0
//! < bestmove b0c2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pv_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI I8, MV1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_pv_legal(view, "h2e2", out);
}
