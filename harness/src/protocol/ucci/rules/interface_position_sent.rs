//! After a move of the game, an interface sends the new position before the next `go`.
//!
//! A `bestmove` does not change the engine's board. Without a new `position`, the engine searches the old position
//! again.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0 opptime 60 oppincrement 0
//! < bestmove h2e2
//! > position startpos moves h2e2 h9g7
//! > go time 58 increment 0 opptime 57 oppincrement 0
//! ```
//!
//! The interface may take back the move, and may let the engine search the same position again:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < bestmove h2e2
//! > go depth 4
//! < bestmove b2e2
//! > position startpos moves b2e2 h9g7
//! > go depth 3
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 60 increment 0 opptime 60 oppincrement 0
//! 2.002000 < bestmove h2e2
//! 5.002000 > go time 58 increment 0 opptime 57 oppincrement 0
//! 8.002000 < bestmove b2e2
//! 11.002000 > go time 55 increment 0 opptime 54 oppincrement 0
//! 13.002000 < bestmove h0g2
//! 17.002000 > go time 53 increment 0 opptime 50 oppincrement 0
//! 20.002000 < bestmove b0c2
//! 22.002000 > go time 50 increment 0 opptime 48 oppincrement 0
//! 24.002000 < bestmove c3c4
//! 27.002000 > go time 48 increment 0 opptime 45 oppincrement 0
//! 30.002000 < bestmove g3g4
//! 32.002000 > go time 45 increment 0 opptime 43 oppincrement 0
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ before each of the last 6 `go` the clocks of both sides ran, but the interface sent no `position`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_position_sent",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P7",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_positions_sent(view, view.dialect_notes.interface_habits, out);
}
