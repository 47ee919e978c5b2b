//! An interface sends what is left of the clock.
//!
//! An engine that receives the same clock before every move plans with time that it no longer has, and loses on time.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 0.603000 < bestmove e2e4
//! 0.703000 > position startpos moves e2e4 e7e5
//! 0.703000 > go wtime 59500 btime 60000 winc 100 binc 100
//! 1.303000 < bestmove g1f3
//! 1.403000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 1.403000 > go wtime 59000 btime 60000 winc 100 binc 100
//! 2.003000 < bestmove f1b5
//! ```
//!
//! The user may stop the clock for some moves:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 9.003000 < bestmove e2e4
//! 10.003000 > position startpos moves e2e4 e7e5
//! 10.003000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 19.003000 < bestmove g1f3
//! 20.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 20.003000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 29.003000 < bestmove f1b5
//! 30.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 30.003000 > go wtime 51100 btime 60000 winc 100 binc 100
//! 31.003000 < bestmove b5c6
//! ```
//!
//! Without an increment the clock may have a delay, and then it loses nothing in short moves:
//!
//! ```unjudged
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000
//! 0.603000 < bestmove e2e4
//! 0.703000 > position startpos moves e2e4 e7e5
//! 0.703000 > go wtime 60000 btime 60000
//! 1.303000 < bestmove g1f3
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 0.603000 < bestmove e2e4
//! 0.703000 > position startpos moves e2e4 e7e5
//! 0.703000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 1.303000 < bestmove g1f3
//! 1.403000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 1.403000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 2.003000 < bestmove f1b5
//! 2.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 2.103000 > go wtime 60000 btime 60000 winc 100 binc 100
//! 2.703000 < bestmove b5c6
//! 2.803000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 2.803000 > go wtime 60000 btime 60000 winc 100 binc 100
//!            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after 4 successive moves, which took 2.000 s longer than the increments, the clock is the same
//! 3.403000 < bestmove d2d4
//! 3.503000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4
//! 3.503000 > go wtime 60000 btime 60000 winc 100 binc 100
//!            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after 5 successive moves, which took 2.500 s longer than the increments, the clock is the same
//! 4.103000 < bestmove d1d4
//! ```

use super::super::prelude::*;
use crate::protocol::search::ClockPair;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_clock_runs",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U48, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut habits = view.dialect_notes.interface_habits;
    for after in &view.searches {
        habits = habits.with_next(view, after);
        let pair = ClockPair::since_previous_search(view, after);
        let culprit = view.entry(after.entry).culprit();
        match (
            pair.and_then(|it| it.repeats_clock()),
            habits.moves_with_constant_clock(),
        ) {
            (Some((true, _)), Some((count, excess))) => {
                let message = message!(
                    "clock_stays",
                    "after {count} successive moves, which took {excess} longer than the increments, the clock is the same",
                    count,
                    excess
                );
                out.violates(culprit, message);
            }
            (Some((false, _)), _) => out.conforms(culprit.at),
            _ => (),
        }
    }
}
