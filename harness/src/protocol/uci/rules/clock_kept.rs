//! The engine sends `bestmove` before the clock of the side to move runs out.
//!
//! The game is lost when the clock runs out, even if the late move is good.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go wtime 1000 btime 10 winc 0 binc 0
//! 0.900000 < bestmove e2e4
//! ```
//!
//! Because the pipes take time, the result may come 50 ms after the end of the clock. With less than 10 ms on the clock, it
//! may come two seconds after it:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go wtime 1000 btime 10 winc 0 binc 0
//! 1.040000 < bestmove e2e4
//! ```
//!
//! The engine's clock does not run while the engine ponders:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.003000 > go ponder wtime 1000 btime 1000
//! 5.000000 > ponderhit
//! 5.400000 < bestmove g1f3
//! ```
//!
//! A result that is late by a few milliseconds may have been delayed by the pipes:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 1.000000 > go wtime 400 btime 400 movestogo 1
//! 1.401000 < bestmove e2e4
//! 2.000000 > go wtime 400 btime 400 movestogo 1
//! 2.404000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go wtime 1000 btime 60000
//! 4.003000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ the clock had 1.000 s, but the result came after 4.000 s
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.003000 > go ponder wtime 1000 btime 1000
//! 5.000000 > ponderhit
//! 7.500000 < bestmove g1f3
//!            ^^^^^^^^^^^^^ the clock had 1.000 s, but the result came after 2.500 s
//! ```
//!
//! Three successive results that all come after the end of the clock show that the engine uses all of it:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 1.000000 > go wtime 400 btime 400 movestogo 1
//! 1.401000 < bestmove e2e4
//! 2.000000 > go wtime 400 btime 400 movestogo 1
//! 2.404000 < bestmove e2e4
//! 3.000000 > go wtime 400 btime 400 movestogo 1
//! 3.402000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ each of the last 3 results came after the end of the clock: this clock had 400 ms, and the result came after 402 ms
//! ```

use super::super::{clock_deadlines::deadline_of_clock, prelude::*};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/clock_kept",
    level: Level::Must,
    topic: "time",
    spec: "UCI U48, U56, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let before = view.dialect_notes.narrowly_late;
    checks::check_clock_kept(view, before, deadline_of_clock, out);
}
