//! Checks that `info` lines are flushed: lines whose `time` values lie far apart must not arrive together.

use std::time::Duration;

use crate::{
    message::message,
    protocol::search::{Dialect, GoCommand as _, InfoItem, Response, Search, View, ViewEntry},
    rule::Findings,
};

/// The least number of lines that arrive together.
const MIN_LINES: usize = 3;

/// Lines that arrive within this time arrive together.
const MAX_BURST: Duration = Duration::from_millis(20);

/// The least difference between the `time` values of lines that arrive together. An engine that counts `time` from
/// another moment than `go` sends these lines at different moments, too.
const MIN_TIME_DIFFERENCE: Duration = Duration::from_millis(100);

/// The least lateness of the first line.
const MIN_LATENESS: Duration = Duration::from_millis(300);

/// Checks each search that is no ponder search, because the `time` of a ponder search may begin at `ponderhit`.
pub(in crate::protocol) fn check_info_flushed<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_info_apart",
            "no search showed `info` lines with different values of `time`"
        ));
    }
    let plain = |it: &&Search<D>| !it.is_doubtful && !it.go.is_ponder();
    for search in view.searches.iter().filter(plain) {
        let lines = timed_lines(view, search);
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            continue;
        };
        let in_burst = |entry: &ViewEntry<D>| entry.time.saturating_sub(first.0.time) <= MAX_BURST;
        let passed = view
            .timing
            .duration_without_lateness(search.started, first.0.time);
        // The last line of a search may be written with the result, so its time need not be past.
        let burst = lines.iter().filter(|it| in_burst(it.0) && it.1 <= passed);
        let burst: Vec<_> = burst.collect();
        let latest = burst.iter().map(|it| it.1).max().unwrap_or_default();
        let lateness = passed.saturating_sub(first.1);
        // The times of a log may be in whole seconds.
        let is_exact = search.started.subsec_micros() + first.0.time.subsec_micros() > 0;
        let is_held = burst.len() >= MIN_LINES
            && latest.saturating_sub(first.1) >= MIN_TIME_DIFFERENCE
            && lateness >= MIN_LATENESS
            && is_exact;
        if is_held {
            let message = message!(
                "info_held_back",
                "{count} lines with `time` from {first} to {latest} arrived together, {passed} after `go`: is each line flushed?",
                count = burst.len(),
                first = first.1,
                latest,
                passed
            );
            out.record_measured_violation(first.0.culprit(), message);
        } else if lateness < MIN_LATENESS && last.1.saturating_sub(first.1) >= MIN_TIME_DIFFERENCE {
            out.conforms(first.0.at);
        }
    }
}

/// The `info` lines of a search that have a `time`. Returns no lines if an earlier line has none.
fn timed_lines<'a, D: Dialect>(
    view: &'a View<D>,
    search: &Search<D>,
) -> Vec<(&'a ViewEntry<D>, Duration)> {
    let entries = search.info_entries.iter().map(|it| view.entry(*it));
    let with_time = entries.filter_map(|entry| {
        let Some(Response::Info(info)) = entry.response() else {
            return None;
        };
        let time = info.items.iter().find_map(|it| match it {
            InfoItem::Time(time) => Some(Duration::from_millis(*time)),
            _ => None,
        })?;
        Some((entry, time))
    });
    with_time.collect()
}
