//! `bestmove` does not change the board.
//!
//! The interface decides whether the engine's move is played. After a rejected draw offer, for
//! example, an interface sends another `go` for the same position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 1
//! < bestmove b2e2
//! ```
//!
//! After a second `go` for the same position, the engine may send the same move again:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 1
//! < bestmove h9g7
//! > go nodes 100
//! < bestmove h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 1
//! < bestmove h9g7
//!            ^^^^ h9g7 is legal only after h2e2: the engine played its own earlier answer, but no `position` contains it
//! ```
//!
//! Several best moves from the same wrong position are only one violation:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h0g2
//! > go depth 1
//! < bestmove h9g7
//!            ^^^^ h9g7 is legal only after h0g2: the engine played its own earlier answer, but no `position` contains it
//! > go depth 1
//! < bestmove g2f4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/board_kept",
    level: Level::Must,
    topic: "state",
    spec: "UCCI P4",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_board_kept,
};
