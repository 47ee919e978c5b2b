//! An interface sends `ponderhit` only if the opponent played the expected move.
//!
//! After a wrong `ponderhit` the engine searches a position that is not on the board.
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
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 e7e5 g1f3 b8c6
//! > go wtime 50000 btime 50000
//! ```
//!
//! If the user takes back moves, the next `position` does not show which move the opponent played:
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
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 e7e5 g1f3 b8c6
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove f1b5
//! > position startpos moves e2e4 c7c5
//! ```
//!
//! One time, the user may have taken back the moves, and then played the engine's move after another reply:
//!
//! ```unjudged
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3 d7d6
//! > go wtime 50000 btime 50000
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3 b8c6
//! > go ponder wtime 50000 btime 50000
//! > ponderhit
//! < bestmove d2d4
//! > position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` confirms b8c6, but the opponent played d7d6
//! > go wtime 40000 btime 40000
//! ```
//!
//! One search of another reply may follow a takeback; one after each `ponderhit` does not:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5
//! > go wtime 59000 btime 59000
//! < bestmove g1f3 ponder b8c6
//! > position startpos moves e2e4 c7c5 g1f3 b8c6
//! > go ponder wtime 58000 btime 58000
//! > ponderhit
//! < bestmove f1b5
//! > position startpos moves e2e4 c7c5 g1f3 d7d6
//! > go wtime 57000 btime 57000
//! < bestmove d2d4 ponder c5d4
//! > position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4
//! > go ponder wtime 56000 btime 56000
//! > ponderhit
//! < bestmove f3d4
//! > position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 g8f6
//! > go wtime 55000 btime 55000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^ after each of the last 3 `ponderhit` the interface sent the position with another reply of the opponent
//! < bestmove b1c3
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U108",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_ponderhits_hit(view, view.dialect_notes.interface_habits, out);
}
