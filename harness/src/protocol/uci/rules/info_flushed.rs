//! `info` lines are flushed one by one, and do not wait for a later line.
//!
//! A user who analyses a position sees nothing until the engine sends another answer.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 0.011000 < info depth 1 time 0
//! 0.061000 < info depth 2 time 50
//! 0.311000 < info depth 3 time 300
//! 0.800001 > stop
//! 0.800900 < bestmove e2e4
//! ```
//!
//! An engine may need time before its search begins, for instance to clear its hash table, and count `time` from then:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 0.011000 < info depth 1 time 0
//! 0.061000 < info depth 2 time 50
//! 0.311000 < info depth 3 time 300
//! 0.800001 > stop
//! 0.800900 < bestmove e2e4
//! 1.010001 > position startpos
//! 1.010001 > go infinite
//! 3.011000 < info depth 1 time 0
//! 3.061000 < info depth 2 time 50
//! 3.311000 < info depth 3 time 300
//! 3.800001 > stop
//! 3.800900 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.002000 < readyok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 2.010001 > isready
//! 2.010901 < info depth 1 time 0
//!            ^^^^^^^^^^^^^^^^^^^ 3 lines with `time` from 0 ms to 300 ms arrived together, 2.001 s after `go`: is each line flushed?
//! 2.010950 < info depth 2 time 50
//! 2.011050 < info depth 3 time 300
//! 2.011100 < readyok
//! 2.800001 > stop
//! 2.800900 < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_flushed",
    level: Level::Must,
    topic: "time",
    spec: "UCI U2",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_info_flushed(view, out);
}
