//! After a move of the game, an interface sends the new position before the next `go`.
//!
//! A `bestmove` does not change the engine's position. Without a new `position`, the engine searches the old position
//! again.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.002000 > position startpos
//! 0.002000 > go wtime 60000 btime 60000
//! 1.002000 < bestmove e2e4
//! 3.002000 > position startpos moves e2e4 e7e5
//! 3.002000 > go wtime 59000 btime 58000
//! 4.502000 < bestmove g1f3
//! ```
//!
//! One `position` is enough for several searches of the same position, such as tests of an engine's use of its time:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.002000 > position startpos
//! 0.002000 > go wtime 60000 btime 60000
//! 1.002000 < bestmove e2e4
//! 1.003000 > go wtime 30000 btime 30000
//! 1.503000 < bestmove e2e4
//! 1.504000 > position startpos moves e2e4
//! 1.504000 > go wtime 30000 btime 30000
//! 2.003000 < bestmove e7e5
//! ```
//!
//! Now and then a user takes back the engine's move and lets the engine search again, but not at every move:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.002000 > position startpos
//! 0.002000 > go wtime 60000 btime 60000
//! 1.002000 < bestmove e2e4
//! 3.002000 > go wtime 59000 btime 58000
//! 4.502000 < bestmove d2d4
//! 7.002000 > go wtime 57500 btime 55500
//! 8.502000 < bestmove g1f3
//! 11.002000 > go wtime 56000 btime 53000
//! 12.202000 < bestmove c2c4
//! 14.202000 > go wtime 54800 btime 51000
//! 15.702000 < bestmove b1c3
//! 17.202000 > go wtime 53300 btime 49500
//! 18.502000 < bestmove e2e3
//! 21.002000 > go wtime 52000 btime 47000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^ before each of the last 6 `go` the clocks of both sides ran, but the interface sent no `position`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_position_sent",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U83",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_positions_sent(view, view.dialect_notes.interface_habits, out);
}
