//! A clock loses what its side uses, and gains the increment after each move.
//!
//! An engine plans its moves with the clocks that it receives. With wrong clocks it loses on time, or plays too fast.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 59000 btime 57000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 57500 btime 54400
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 56600 btime 51300
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 54600 btime 47300
//! 18.803000 < bestmove d2d4
//! ```
//!
//! With an increment, a clock may also gain time:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 2000 binc 2000
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 61000 btime 59000 winc 2000 binc 2000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 61500 btime 58400 winc 2000 binc 2000
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 62600 btime 57300 winc 2000 binc 2000
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 62600 btime 55300 winc 2000 binc 2000
//! 18.803000 < bestmove d2d4
//! ```
//!
//! An hourglass gives each side what the other side uses, which proves nothing:
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
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 62000 btime 58000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 63100 btime 56900
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 65300 btime 54700
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 67300 btime 52700
//! 18.803000 < bestmove d2d4
//! ```
//!
//! One wrong clock proves nothing, since the user may change the clocks:
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
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 56000 btime 56000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 51900 btime 51900
//! 9.003000 < bestmove f1b5
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
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 56000 btime 56000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 51900 btime 51900
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 47900 btime 47900
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 41900 btime 41900
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the engine's clock also lost what the opponent used
//! 18.803000 < bestmove d2d4
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
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 57000 btime 59000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 54400 btime 57500
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 51300 btime 56600
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 47300 btime 54600
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the engine's clock lost what the opponent used, and the opponent's clock what the engine used: are the clocks swapped?
//! 18.803000 < bestmove d2d4
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
//! 0.003000 > go wtime 60000 btime 60000 winc 2000 binc 2000
//! 1.003000 < bestmove e2e4
//! 4.003000 > position startpos moves e2e4 e7e5
//! 4.003000 > go wtime 59000 btime 57000 winc 2000 binc 2000
//! 5.503000 < bestmove g1f3
//! 8.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 8.103000 > go wtime 57500 btime 54400 winc 2000 binc 2000
//! 9.003000 < bestmove f1b5
//! 12.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 12.103000 > go wtime 56600 btime 51300 winc 2000 binc 2000
//! 14.103000 < bestmove b5c6
//! 18.103000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6
//! 18.103000 > go wtime 54600 btime 47300 winc 2000 binc 2000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the clock lost all that the engine used, so the increment was not added
//! 18.803000 < bestmove d2d4
//! ```
//!
//! The opponent may give the engine 15 s in each move:
//!
//! ```unjudged
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 200000 btime 200000 winc 1000 binc 1000
//! 2.167000 < bestmove e2e4
//! 3.510000 > position startpos moves e2e4 e7e5
//! 3.510000 > go wtime 213836 btime 199657 winc 1000 binc 1000
//! 4.559000 < bestmove g1f3
//! 6.261000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 6.261000 > go wtime 228787 btime 198955 winc 1000 binc 1000
//! 7.994000 < bestmove f1b5
//! 10.009000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 10.009000 > go wtime 243054 btime 197940 winc 1000 binc 1000
//! 12.920000 < bestmove b5a4
//! 13.804000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6
//! 13.804000 > go wtime 256143 btime 198056 winc 1000 binc 1000
//! 14.304000 < bestmove e1g1
//! ```
//!
//! All clocks are in milliseconds:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 6000 btime 6000
//! 2.167000 < bestmove e2e4
//! 3.510000 > position startpos moves e2e4 e7e5
//! 3.510000 > go wtime 5783 btime 5865
//! 4.559000 < bestmove g1f3
//! 6.261000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 6.261000 > go wtime 5678 btime 5695
//! 7.994000 < bestmove f1b5
//! 10.009000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 10.009000 > go wtime 5505 btime 5494
//! 12.920000 < bestmove b5a4
//! 13.804000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6
//! 13.804000 > go wtime 5214 btime 5405
//!             ^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the clocks lost a tenth of what was used: are they in centiseconds?
//! 14.304000 < bestmove e1g1
//! ```
//!
//! A wrong guess between two moves changes nothing:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.003000 > position startpos
//! 0.003000 > go wtime 60000 btime 60000 winc 1000 binc 1000
//! 2.167000 < bestmove e2e4 ponder d7d5
//! 2.167000 > position startpos moves e2e4 d7d5
//! 2.167000 > go ponder wtime 57836 btime 60000 winc 1000 binc 1000
//! 3.510000 > stop
//! 3.510000 < bestmove g1f3
//! 3.510000 > position startpos moves e2e4 e7e5
//! 3.510000 > go wtime 57836 btime 59657 winc 1000 binc 1000
//! 4.559000 < bestmove g1f3 ponder d7d6
//! 4.559000 > position startpos moves e2e4 e7e5 g1f3 d7d6
//! 4.559000 > go ponder wtime 56787 btime 59657 winc 1000 binc 1000
//! 6.261000 > stop
//! 6.261000 < bestmove f1b5
//! 6.261000 > position startpos moves e2e4 e7e5 g1f3 b8c6
//! 6.261000 > go wtime 56787 btime 58955 winc 1000 binc 1000
//! 7.994000 < bestmove f1b5 ponder d7d6
//! 7.994000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 d7d6
//! 7.994000 > go ponder wtime 55054 btime 58955 winc 1000 binc 1000
//! 10.009000 > stop
//! 10.009000 < bestmove b5a4
//! 10.009000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! 10.009000 > go wtime 55054 btime 57940 winc 1000 binc 1000
//! 12.920000 < bestmove b5a4
//! 13.804000 > position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6
//! 13.804000 > go wtime 52143 btime 58056 winc 1000 binc 1000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the clock lost all that the engine used, so the increment was not added
//! 14.304000 < bestmove e1g1
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_clock_loss",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U48, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_clock_losses(view, view.dialect_notes.interface_habits, out);
}
