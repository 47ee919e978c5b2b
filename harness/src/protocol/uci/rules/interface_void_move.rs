//! An interface does not play the moves that answer wrong guesses.
//!
//! A `bestmove` after `stop` is for the expected move of the opponent. The engine must search the position on the board
//! anew.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5
//! > go wtime 60000 btime 60000
//! < bestmove b1c3
//! ```
//!
//! If the game goes on with another move, the user or a book may have played it:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 b1c3 b8c6
//! > go ponder wtime 60000 btime 60000
//! ```
//!
//! A user or a book may once play the same move; the rule `interface_ponder_miss` recommends otherwise:
//!
//! ```unjudged
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3 b8c6
//! > go ponder wtime 60000 btime 60000
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3 b8c6
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove f1b5
//! > position startpos moves e2e4 c7c5 g1f3 d7d6 f1b5 c8d7
//! > go ponder wtime 60000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after 2 wrong guesses the interface played the move for the guess, without a `go` for the position on the board
//! ```
//!
//! The interface must not let the engine search the wrong guess again, and play this result:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > go wtime 60000 btime 60000
//! < bestmove b1c3
//! > position startpos moves e2e4 c7c5 b1c3 b8c6
//! > go ponder wtime 59000 btime 60000
//! > stop
//! < bestmove g1f3
//! > go wtime 59000 btime 60000
//! < bestmove f1e2
//! > position startpos moves e2e4 c7c5 b1c3 d7d6 f1e2 b8c6
//! > go ponder wtime 58000 btime 60000
//! > stop
//! < bestmove g1f3
//! > go wtime 58000 btime 60000
//! < bestmove d2d3
//! > position startpos moves e2e4 c7c5 b1c3 d7d6 f1e2 g8f6 d2d3 a7a6
//! > go ponder wtime 57000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after each of the last 3 wrong guesses the engine searched the guess again, and the interface played the result after another reply of the opponent
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_void_move",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U83, U108",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let habits = view.dialect_notes.interface_habits;
    checks::check_void_results_not_repeated(view, habits, out);
    checks::check_guesses_not_searched(view, habits, out);
}
