//! The `time` of an `info` line is in milliseconds, and does not exceed the duration of the search.
//!
//! A GUI shows `time`, and computes the speed of the engine from `time` and `nodes`.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 1000
//! 1.000000 < info depth 9 nodes 900000 time 998
//! 1.003000 < bestmove e2e4
//! ```
//!
//! `time` may be smaller than the duration of the search, and may restart at `ponderhit`:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.002000 > go ponder movetime 1000
//! 3.000000 < info depth 9 nodes 900000 time 2900
//! 4.000000 > ponderhit
//! 5.000000 < info depth 10 nodes 1900000 time 900
//! 5.001000 < bestmove g1f3
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 1000
//! 1.002000 < info depth 9 nodes 900000 time 998000
//!            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `time` is 998000, but only 1.000 s have passed since `go`
//! 1.003000 < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_time_real",
    level: Level::Should,
    topic: "time",
    spec: "UCI U115",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The tolerance for the inexact timestamps of some logs.
const TIMESTAMP_TOLERANCE: Duration = Duration::from_secs(2);

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "time"
        ));
    }
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        for (entry, info) in view.info_lines_of_search(search) {
            // The recorded duration is longer than the engine's duration, because the engine reads `go` after the
            // recorded time and writes `info` before the recorded time.
            let passed = entry.time.saturating_sub(search.started);
            for item in &info.items {
                let Item::Time(time) = *item else {
                    continue;
                };
                if Duration::from_millis(time) <= passed * 2 + TIMESTAMP_TOLERANCE {
                    out.conforms(entry.at);
                } else if !passed.is_zero() {
                    let why = message!(
                        "time_exceeds_clock",
                        "`time` is {time}, but only {passed} have passed since `go`",
                        time,
                        passed
                    );
                    out.violates(entry.culprit(), why);
                }
            }
        }
    }
}
