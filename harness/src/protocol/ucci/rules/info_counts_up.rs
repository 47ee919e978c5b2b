//! Within one search, `time` and `nodes` of `info` lines never decrease.
//!
//! `time` and `nodes` count from `go`, and `ponderhit` does not reset them. If `nodes` grows from search to search, the
//! engine counts all searches together. A GUI divides `nodes` by `time` to show the speed.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info time 0 nodes 40
//! < info time 2 nodes 1900
//! < bestmove h2e2
//! ```
//!
//! `time` and `nodes` may stay the same, may come in either order, and may restart with the next `go`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info nodes 1900 time 2
//! < info depth 2 nodes 1900
//! < bestmove h2e2
//! > go depth 1
//! < info time 0 nodes 40
//! < info time 0 nodes 44
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3 increment 0
//! < info time 900 nodes 90000
//! > ponderhit
//! < info time 100 nodes 99000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^ `time` decreased from 900 to 100
//! < bestmove h0g2
//! ```
//!
//! The time since the start of the process is not the time since `go`:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.500000 > position startpos
//! 0.501000 > go infinite
//! 0.502000 < info time 502 nodes 40
//! 0.602000 < info time 602 nodes 90000
//! 0.610000 > stop
//! 0.611000 < bestmove h2e2
//! 0.701000 > go infinite
//! 0.702000 < info time 702 nodes 40
//! 0.802000 < info time 802 nodes 90000
//! 0.810000 > stop
//! 0.811000 < bestmove h2e2
//! 0.901000 > go infinite
//!            ^^^^^^^^^^^ in each of the last 3 searches `time` began far above the time since `go`: does it count from the start of the process?
//! 0.902000 < info time 902 nodes 40
//! 1.002000 < info time 1002 nodes 90000
//! 1.010000 > stop
//! 1.011000 < bestmove h2e2
//! ```
//!
//! Microseconds are another mistake, which another rule judges:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.500000 > position startpos
//! 0.501000 > go infinite
//! 0.502000 < info time 700 nodes 40
//! 0.602000 < info time 100700 nodes 90000
//! 0.610000 > stop
//! 0.611000 < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_counts_up",
    level: Level::Must,
    topic: "state",
    spec: "UCCI I6, I7",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

/// A shorter time before `ponderhit` does not show whether `time` counts it.
const MIN_PONDER_TIME: Duration = Duration::from_millis(800);

/// The difference between the engine's clock and the time stamps.
const TIME_TOLERANCE: Duration = Duration::from_millis(60);

/// Two `time` that are so far apart show that the engine's clock runs as fast as the time stamps.
const MIN_TIME_BETWEEN: Duration = Duration::from_millis(300);

/// Checks that `time` counts from `go` and not from `ponderhit`. Only two values that both fit the time since
/// `ponderhit` prove it: processor time on a busy host is less than the time that passes, but it does not fit twice, and
/// no delay makes time stamps early.
fn check_time_through_ponderhit(view: &View, out: &mut Findings) {
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let Some(hit) = search.ponderhit_entry.map(|it| view.entry(it).time) else {
            continue;
        };
        // Time stamps of whole seconds are too coarse.
        let are_exact = [hit, search.started]
            .iter()
            .all(|it| it.subsec_millis() != 0);
        if hit.saturating_sub(search.started) < MIN_PONDER_TIME || !are_exact {
            continue;
        }
        let infos = search.info_entries.iter().map(|it| view.entry(*it));
        let mut first_fitting: Option<Duration> = None;
        for entry in infos.filter(|it| it.time > hit) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            let time = info.items.iter().find_map(|it| match it {
                Item::Time(time) => Some(Duration::from_millis(*time)),
                _ => None,
            });
            let since_hit = entry.time.saturating_sub(hit);
            match (time, first_fitting) {
                (None, _) => (),
                (Some(time), _) if time.abs_diff(since_hit) > TIME_TOLERANCE => {
                    first_fitting = None;
                }
                (Some(_), None) => first_fitting = Some(since_hit),
                (Some(time), Some(first)) if since_hit >= first + MIN_TIME_BETWEEN => {
                    let message = message!(
                        "time_counts_from_ponderhit",
                        "`time` is {time}, which is the time since `ponderhit`; it counts from `go`",
                        time = time.as_millis().to_string()
                    );
                    out.violates(entry.culprit(), message);
                    break;
                }
                (Some(_), Some(_)) => (),
            }
        }
    }
}

fn check(view: &View, out: &mut Findings) {
    checks::check_info_counts_up(view, out);
    check_time_through_ponderhit(view, out);
    let mut counts = view.dialect_notes.node_counts;
    let mut times = view.dialect_notes.time_counts;
    for search in &view.searches {
        counts = counts.with_next(view, search);
        times = times.with_next(view, search);
        if let Some(count) = times.proven_count() {
            let message = message!(
                "time_before_go",
                "in each of the last {count} searches `time` began far above the time since `go`: does it count from the start of the process?",
                count
            );
            out.violates(view.entry(search.entry).culprit(), message);
        }
        if let Some(count) = counts.proven_growth() {
            let message = message!(
                "nodes_of_all_searches",
                "in each of the last {count} searches to the same depth `nodes` began above the count of the search before: does it count from `go`?",
                count
            );
            out.violates(view.entry(search.entry).culprit(), message);
        }
    }
}
