//! The `time` of an `info` line is in milliseconds, even if the times of `go` are in seconds.
//!
//! Interfaces show `time`, and compute nodes per second from it, without conversion.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 2.003000 < info time 2000 nodes 9
//! 2.004000 > stop
//! 2.005000 < bestmove h2e2
//! ```
//!
//! An engine that measures processor time instead of real time sends a smaller number:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 2.003000 < info time 1400 nodes 9
//! 2.004000 > stop
//! 2.005000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 2.003000 < info time 2 nodes 9
//!            ^^^^^^^^^^^^^^^^^^^ expected `time` in milliseconds, found 2 after 2.000 s
//! 2.004000 > stop
//! 2.005000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 2.003000 < info time 2000000 nodes 9
//!            ^^^^^^^^^^^^^^^^^^^^^^^^^ expected `time` in milliseconds, found 2000000 after 2.000 s
//! 2.004000 > stop
//! 2.005000 < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_time_unit",
    level: Level::Should,
    topic: "time",
    spec: "UCCI I2",
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// In a search that is shorter than this, rounding and the latency of pipes hide the unit of `time`, so the search is
/// not judged.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(1500);

/// Seconds and microseconds differ from milliseconds by a factor of 1000, much more than processor time differs from
/// real time.
const MAX_TIME_FACTOR: u128 = 20;

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_late_time",
            "the engine never sent `time` late in a search, and only a late `time` shows its unit"
        ));
    }
    // While pondering, some engines count `time` from `ponderhit`; the rule `info_counts_up` judges this.
    let plain = |it: &&Search| !it.is_doubtful && !it.go.is_ponder;
    for search in view.searches.iter().filter(plain) {
        for entry in search.info_entries.iter().map(|it| view.entry(*it)) {
            let passed = entry.time.saturating_sub(search.started);
            let Some(Response::Info(info)) = entry.response().filter(|_| passed >= MIN_SEARCH_TIME)
            else {
                continue;
            };
            for item in &info.items {
                if let Item::Time(time) = item {
                    // The engine may have sent the `info` line long before the host received it.
                    let certain = view
                        .timing
                        .duration_without_lateness(search.started, entry.time);
                    let (sent, real) = (u128::from(*time), passed.as_millis());
                    let fits = |real: u128| sent * MAX_TIME_FACTOR > real;
                    let message = message!(
                        "not_milliseconds",
                        "expected `time` in milliseconds, found {time} after {passed}",
                        time = *time,
                        passed
                    );
                    if sent >= real * MAX_TIME_FACTOR || !fits(certain.as_millis()) {
                        out.record_measured_violation(entry.culprit(), message);
                    } else if fits(real) {
                        out.conforms(entry.at);
                    } else {
                        out.add_late_host_doubt(entry.at, message);
                    }
                }
            }
        }
    }
}
