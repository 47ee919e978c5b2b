//! An interface does not play the moves that answer wrong guesses.
//!
//! A `bestmove` after `stop` is for the expected move of the opponent. The engine must search the position on the board
//! anew.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 60 increment 0
//! < bestmove b0c2
//! ```
//!
//! If the game goes on with another move, the user or a book may have played it:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 b0c2 h9g7
//! > go ponder time 60 increment 0
//! ```
//!
//! A user or a book may once play the same move; the rule `interface_ponder_miss` recommends otherwise:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2 h9g7
//! > go ponder time 60 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove i0h0
//! > position startpos moves h2e2 b9c7 h0g2 a9b9 i0h0 b9b8
//! > go ponder time 60 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after 2 wrong guesses the interface played the move for the guess, without a `go` for the position on the board
//! ```
//!
//! The interface must not let the engine search the wrong guess again, and play this result:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove i0i1
//! > go time 60 increment 0
//! < bestmove g3g4
//! > position startpos moves h2e2 b9c7 g3g4 h9g7
//! > go ponder time 59 increment 0
//! > stop
//! < bestmove i0i1
//! > go time 59 increment 0
//! < bestmove a0a1
//! > position startpos moves h2e2 b9c7 g3g4 a9a8 a0a1 h9g7
//! > go ponder time 58 increment 0
//! > stop
//! < bestmove i0i1
//! > go time 58 increment 0
//! < bestmove i0i1
//! > position startpos moves h2e2 b9c7 g3g4 a9a8 a0a1 c6c5 i0i1 h9g7
//! > go ponder time 57 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after each of the last 3 wrong guesses the engine searched the guess again, and the interface played the result after another reply of the opponent
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_void_move",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI X4, X9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let habits = view.dialect_notes.interface_habits;
    checks::check_void_results_not_repeated(view, habits, out);
    checks::check_guesses_not_searched(view, habits, out);
}
