//! `info` lines are flushed one by one, and do not wait for a later line.
//!
//! A user who analyses a position sees nothing until the engine sends another answer.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 0.011000 < info time 0
//! 0.061000 < info time 50
//! 0.311000 < info time 300
//! 0.800001 > stop
//! 0.800900 < bestmove h2e2
//! ```
//!
//! An engine may need time before its search begins, for instance to clear its hash table, and count `time` from then:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 0.011000 < info time 0
//! 0.061000 < info time 50
//! 0.311000 < info time 300
//! 0.800001 > stop
//! 0.800900 < bestmove h2e2
//! 1.010001 > position startpos
//! 1.010001 > go infinite
//! 3.011000 < info time 0
//! 3.061000 < info time 50
//! 3.311000 < info time 300
//! 3.800001 > stop
//! 3.800900 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.010001 > position startpos
//! 0.010001 > go infinite
//! 2.010001 > isready
//! 2.010901 < info time 0
//!            ^^^^^^^^^^^ 3 lines with `time` from 0 ms to 300 ms arrived together, 2.001 s after `go`: is each line flushed?
//! 2.010950 < info time 50
//! 2.011050 < info time 300
//! 2.011100 < readyok
//! 2.800001 > stop
//! 2.800900 < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_flushed",
    level: Level::Must,
    topic: "time",
    spec: "UCCI T3",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_info_flushed(view, out);
}
