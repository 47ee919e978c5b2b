//! An interface sends `ponderhit` only if the opponent played the guessed move.
//!
//! After a wrong `ponderhit` the engine searches a position that is not on the board.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 h9g7 h0g2 i9h9
//! > go time 50 increment 0
//! ```
//!
//! If the opponent plays another move, the interface sends `stop`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2
//! ```
//!
//! Without a guess there is nothing that the opponent could have played:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > ponderhit
//!   ^^^^^^^^^ the interface has sent no `go`
//! > go time 60 increment 0
//! < bestmove h9g7
//! > ponderhit
//!   ^^^^^^^^^ the engine does not ponder
//! ```
//!
//! The result of a ponder search may cross the `ponderhit`:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! < bestmove h0g2
//! > ponderhit
//! > position startpos moves h2e2 h9g7 h0g2
//! ```
//!
//! After a takeback or at the start of a new game, the next position does not show the opponent's move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > setoption newgame
//! > position startpos moves h2e2 h7e7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 h7e7 h0g2 h9g7
//! ```
//!
//! One time, the user may have taken back the moves, and then played the engine's move after another reply:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2
//! > go time 60 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove b0c2
//! > position startpos moves h2e2 b9c7 h0g2 c6c5 b0c2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` confirms h9g7, but the opponent played c6c5
//! > go time 60 increment 0
//! ```
//!
//! One search of another reply may follow a takeback; one after each `ponderhit` does not:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > ponderhit
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 59 increment 0
//! < bestmove h0g2 ponder h9g7
//! > position startpos moves h2e2 b9c7 h0g2 h9g7
//! > go ponder time 58 increment 0
//! > ponderhit
//! < bestmove i0h0
//! > position startpos moves h2e2 b9c7 h0g2 h7e7
//! > go time 57 increment 0
//! < bestmove i0h0 ponder h9g7
//! > position startpos moves h2e2 b9c7 h0g2 h7e7 i0h0 h9g7
//! > go ponder time 56 increment 0
//! > ponderhit
//! < bestmove b0c2
//! > position startpos moves h2e2 b9c7 h0g2 h7e7 i0h0 c6c5
//! > go time 55 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^ after each of the last 3 `ponderhit` the interface sent the position with another reply of the opponent
//! < bestmove b0c2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI PH4",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_ponderhits_pondering(view, view.dialect_notes.sent_searches, out);
    checks::check_ponderhits_hit(view, view.dialect_notes.interface_habits, out);
}
