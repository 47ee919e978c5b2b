//! The clocks that an interface sends lose time.
//!
//! With a delay or a byo-yomi that is longer than every move, clocks may stay the same. Otherwise the interface has
//! forgotten to take off the time that was used, and the engine plans its moves with too much time.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60123 btime 60123
//! 0.903000 < bestmove e2e4
//! 2.003000 > position startpos moves e2e4 e7e5
//! 2.003000 > go wtime 59223 btime 59023
//! 2.903000 < bestmove g1f3
//! 4.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 4.003000 > go wtime 58323 btime 57923
//! 4.903000 < bestmove f1b5
//! 6.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 6.003000 > go wtime 57423 btime 56823
//! 6.903000 < bestmove b5c6
//! 8.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 8.003000 > go wtime 56523 btime 55723
//! 8.903000 < bestmove d2d4
//! 10.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4
//! 10.003000 > go wtime 55623 btime 54623
//! 10.903000 < bestmove d1d4
//! ```
//!
//! With a delay, the clocks stay the same in some moves only:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60123 btime 60123
//! 0.903000 < bestmove e2e4
//! 2.003000 > position startpos moves e2e4 e7e5
//! 2.003000 > go wtime 60123 btime 60123
//! 2.903000 < bestmove g1f3
//! 4.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 4.003000 > go wtime 60123 btime 60123
//! 4.903000 < bestmove f1b5
//! 6.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 6.003000 > go wtime 60123 btime 60123
//! 6.903000 < bestmove b5c6
//! 8.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 8.003000 > go wtime 59823 btime 60123
//! 8.903000 < bestmove d2d4
//! 10.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4
//! 10.003000 > go wtime 59323 btime 59623
//! 10.903000 < bestmove d1d4
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
//! 0.003000 > go wtime 60000 btime 60000
//! 0.903000 < bestmove e2e4
//! 2.003000 > position startpos moves e2e4 e7e5
//! 2.003000 > go wtime 60000 btime 60000
//! 2.903000 < bestmove g1f3
//! 4.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 4.003000 > go wtime 60000 btime 60000
//! 4.903000 < bestmove f1b5
//! 6.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 6.003000 > go wtime 60000 btime 60000
//! 6.903000 < bestmove b5c6
//! 8.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 8.003000 > go wtime 60000 btime 60000
//! 8.903000 < bestmove d2d4
//! 10.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4
//! 10.003000 > go wtime 60000 btime 60000
//! 10.903000 < bestmove d1d4
//! 12.003000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4 d1d4 d8d4
//! 12.003000 > go wtime 60000 btime 60000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 6 moves both clocks stayed the same: do they run?
//! 12.903000 < bestmove f3d4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_clock_runs",
    level: Level::May,
    topic: "interface",
    spec: "UCI U48, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let before = view.dialect_notes.interface_habits;
    for (after, habits) in before.at_each_search(view) {
        let culprit = view.entry(after.entry).culprit();
        match habits.clocks.moves_with_standing_clocks() {
            Some(count) => {
                let message = message!(
                    "clocks_stand_still",
                    "in each of the last {count} moves both clocks stayed the same: do they run?",
                    count
                );
                out.violates(culprit, message);
            }
            None if habits.clocks.is_clock_running() => out.conforms(culprit.at),
            None => (),
        }
    }
}
