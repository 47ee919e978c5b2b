//! `time` in `info` is in milliseconds, whatever the unit of `go`.
//!
//! Interfaces show it, and the nodes divided by it, as they are.
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
//! An engine that counts processor time tells a little less:
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
//!            ^^^^^^^^^^^^^^^^^^^ 2 after 2.000 s: no milliseconds
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
//!            ^^^^^^^^^^^^^^^^^^^^^^^^^ 2000000 after 2.000 s: no milliseconds
//! 2.004000 > stop
//! 2.005000 < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_time_unit",
    level: Level::Should,
    topic: "time",
    spec: "UCCI I2",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// Shorter than this, and rounding and the way through the pipe say more than the unit.
const LONG: Duration = Duration::from_millis(1500);

/// The next units are a thousand times as large and as small; processor time and idling threads
/// are far from that.
const FACTOR: u128 = 20;

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine told no `time` late enough in a search to tell the unit");
    }
    // While pondering some count from `ponderhit`, and that is the affair of `info_counts_up`.
    let plain = |it: &&Search| !it.doubtful && !it.go.ponder;
    for search in view.searches.iter().filter(plain) {
        for entry in search.infos.iter().map(|it| view.entry(*it)) {
            let passed = entry.time.saturating_sub(search.started);
            let Some(Response::Info(info)) = entry.response().filter(|_| passed >= LONG) else {
                continue;
            };
            for item in &info.items {
                if let Item::Time(told) = item {
                    // It may have been printed long before the host read it.
                    let certain = view.timing.certain(search.started, entry.time);
                    let (told_by, real) = (u128::from(*told), passed.as_millis());
                    let fits = |real: u128| told_by * FACTOR > real;
                    let message = format!("{told} after {}: no milliseconds", said(passed));
                    if told_by >= real * FACTOR || !fits(certain.as_millis()) {
                        out.violates_by_measure(entry.culprit(), message);
                    } else if fits(real) {
                        out.conforms(entry.at);
                    } else {
                        out.host_was_late(entry.at, message);
                    }
                }
            }
        }
    }
}
