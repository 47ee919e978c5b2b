//! A clock loses what its side uses, and gains the increment after each move.
//!
//! An engine plans its moves with the clocks that it receives. With wrong clocks it loses on time, or plays too fast.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 0 opptime 60000 oppincrement 0
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 59000 increment 0 opptime 57000 oppincrement 0
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 57500 increment 0 opptime 54400 oppincrement 0
//! 9.003000 < bestmove i0h0
//! 12.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 12.103000 > go time 56600 increment 0 opptime 51300 oppincrement 0
//! 14.103000 < bestmove b0c2
//! 18.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 18.103000 > go time 54600 increment 0 opptime 47300 oppincrement 0
//! 18.803000 < bestmove c3c4
//! ```
//!
//! With an increment, a clock may also gain time:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 2000 opptime 60000 oppincrement 2000
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 61000 increment 2000 opptime 59000 oppincrement 2000
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 61500 increment 2000 opptime 58400 oppincrement 2000
//! 9.003000 < bestmove i0h0
//! 12.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 12.103000 > go time 62600 increment 2000 opptime 57300 oppincrement 2000
//! 14.103000 < bestmove b0c2
//! 18.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 18.103000 > go time 62600 increment 2000 opptime 55300 oppincrement 2000
//! 18.803000 < bestmove c3c4
//! ```
//!
//! One wrong clock proves nothing, since the user may change the clocks:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 0 opptime 60000 oppincrement 0
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 56000 increment 0 opptime 56000 oppincrement 0
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 51900 increment 0 opptime 51900 oppincrement 0
//! 9.003000 < bestmove i0h0
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 0 opptime 60000 oppincrement 0
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 56000 increment 0 opptime 56000 oppincrement 0
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 51900 increment 0 opptime 51900 oppincrement 0
//! 9.003000 < bestmove i0h0
//! 12.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 12.103000 > go time 47900 increment 0 opptime 47900 oppincrement 0
//! 14.103000 < bestmove b0c2
//! 18.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 18.103000 > go time 41900 increment 0 opptime 41900 oppincrement 0
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves both sides had the same clock, although they used different times
//! 18.803000 < bestmove c3c4
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 0 opptime 60000 oppincrement 0
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 57000 increment 0 opptime 59000 oppincrement 0
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 54400 increment 0 opptime 57500 oppincrement 0
//! 9.003000 < bestmove i0h0
//! 12.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 12.103000 > go time 51300 increment 0 opptime 56600 oppincrement 0
//! 14.103000 < bestmove b0c2
//! 18.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 18.103000 > go time 47300 increment 0 opptime 54600 oppincrement 0
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the engine's clock lost what the opponent used, and the opponent's clock what the engine used: are the clocks swapped?
//! 18.803000 < bestmove c3c4
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 60000 increment 2000 opptime 60000 oppincrement 2000
//! 1.003000 < bestmove h2e2
//! 4.003000 > position startpos moves h2e2 h9g7
//! 4.003000 > go time 59000 increment 2000 opptime 57000 oppincrement 2000
//! 5.503000 < bestmove h0g2
//! 8.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 8.103000 > go time 57500 increment 2000 opptime 54400 oppincrement 2000
//! 9.003000 < bestmove i0h0
//! 12.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 12.103000 > go time 56600 increment 2000 opptime 51300 oppincrement 2000
//! 14.103000 < bestmove b0c2
//! 18.103000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 18.103000 > go time 54600 increment 2000 opptime 47300 oppincrement 2000
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the clock lost all that the engine used, so the increment was not added
//! 18.803000 < bestmove c3c4
//! ```
//!
//! With `movestogo 1`, the time is for one move:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 5000 movestogo 1
//! 2.167000 < bestmove h2e2
//! 3.510000 > position startpos moves h2e2 h9g7
//! 3.510000 > go time 5000 movestogo 1
//! 4.559000 < bestmove h0g2
//! 6.261000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 6.261000 > go time 5000 movestogo 1
//! 7.994000 < bestmove i0h0
//! 10.009000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 10.009000 > go time 5000 movestogo 1
//! 12.920000 < bestmove b0c2
//! 13.804000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 13.804000 > go time 5000 movestogo 1
//! 14.304000 < bestmove c3c4
//! ```
//!
//! A clock for several moves loses what the engine uses, too:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go time 150000 movestogo 15
//! 2.167000 < bestmove h2e2
//! 3.510000 > position startpos moves h2e2 h9g7
//! 3.510000 > go time 150000 movestogo 14
//! 4.559000 < bestmove h0g2
//! 6.261000 > position startpos moves h2e2 h9g7 h0g2 i9h9
//! 6.261000 > go time 150000 movestogo 13
//! 7.994000 < bestmove i0h0
//! 10.009000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7
//! 10.009000 > go time 150000 movestogo 12
//! 12.920000 < bestmove b0c2
//! 13.804000 > position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5
//! 13.804000 > go time 150000 movestogo 11
//!             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ in each of the last 4 moves the clock stayed the same, although the engine used more than the increment
//! 14.304000 < bestmove c3c4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_clock_loss",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI G13, G14, G18",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_clock_losses(view, view.dialect_notes.interface_habits, out);
}
