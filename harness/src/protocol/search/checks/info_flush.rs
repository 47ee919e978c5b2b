//! Checks that `info` lines are flushed: no lines whose own `time` is earlier than a command may wait for its answer.

use std::time::Duration;

use crate::{
    message::message,
    protocol::search::{Dialect, GoCommand as _, InfoItem, Response, Search, View},
    rule::Findings,
};

/// The least number of lines that arrive together.
const MIN_LINES: usize = 3;

/// Lines that arrive within this time arrive together.
const MAX_BURST: Duration = Duration::from_millis(20);

/// Lines whose `time` values differ by this much should not arrive together. An engine that counts `time` from another
/// moment than `go` sends these lines at different moments, too.
const MIN_TIME_DIFFERENCE: Duration = Duration::from_millis(100);

/// The least time from the first line, by its own `time`, to the command that it waited for.
const MIN_WAIT: Duration = Duration::from_millis(300);

/// An `info` line: its index among the entries, and its `time`.
type TimedLine = (usize, Duration);

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
        let passed = |until: Duration| until.saturating_sub(search.started);
        let certain = |until| view.timing.duration_without_lateness(search.started, until);
        match first_held_lines(view, search, &lines, passed) {
            Some(held) => {
                let (first, latest) = (held[0].1, held[held.len() - 1].1);
                let entry = view.entry(held[0].0);
                let message = message!(
                    "info_held_back",
                    "{count} lines with `time` from {first} to {latest} arrived together, {passed} after `go`: is each line flushed?",
                    count = held.len(),
                    first,
                    latest,
                    passed = passed(entry.time)
                );
                // A late host may have let the engine read `go` late, or may have read the engine's lines late.
                if first_held_lines(view, search, &lines, certain).is_some() {
                    out.record_measured_violation(entry.culprit(), message);
                } else {
                    out.add_late_host_doubt(entry.at, message);
                }
            }
            None => {
                let apart = |pair: &&[TimedLine]| {
                    let [a, b] = [pair[0], pair[1]].map(|it| (view.entry(it.0).time, it.1));
                    b.0.saturating_sub(a.0) >= MAX_BURST
                        && b.1.saturating_sub(a.1) >= MIN_TIME_DIFFERENCE / 2
                };
                if let Some(pair) = lines.windows(2).find(apart) {
                    out.conforms(view.entry(pair[1].0).at);
                }
            }
        }
    }
}

/// The lines that waited for a command of the interface: by their own `time` they are older, but they arrived after the
/// command, together. `time_since_go` returns how long the engine had searched at a time.
fn first_held_lines<D: Dialect>(
    view: &View<D>,
    search: &Search<D>,
    lines: &[TimedLine],
    time_since_go: impl Fn(Duration) -> Duration,
) -> Option<Vec<TimedLine>> {
    let last = lines.last()?.0;
    let commands = (search.entry + 1..last).filter(|it| view.entry(*it).command().is_some());
    commands
        .filter_map(|index| {
            let searched = time_since_go(view.entry(index).time);
            let after = lines.iter().copied().filter(|it| it.0 > index);
            let older: Vec<TimedLine> = after.filter(|it| it.1 <= searched).collect();
            let first = *older.first()?;
            let burst = older.into_iter().take_while(|it| {
                let after_first = view
                    .entry(it.0)
                    .time
                    .saturating_sub(view.entry(first.0).time);
                after_first <= MAX_BURST
            });
            let held: Vec<TimedLine> = burst.collect();
            let latest = held.last()?.1;
            let is_held = held.len() >= MIN_LINES
                && latest.saturating_sub(first.1) >= MIN_TIME_DIFFERENCE
                && searched.saturating_sub(first.1) >= MIN_WAIT;
            is_held.then_some(held)
        })
        .next()
}

/// The `info` lines of a search that have a `time`.
fn timed_lines<D: Dialect>(view: &View<D>, search: &Search<D>) -> Vec<TimedLine> {
    let with_time = search.info_entries.iter().filter_map(|index| {
        let Some(Response::Info(info)) = view.entry(*index).response() else {
            return None;
        };
        let time = info.items.iter().find_map(|it| match it {
            InfoItem::Time(time) => Some(Duration::from_millis(*time)),
            _ => None,
        })?;
        Some((*index, time))
    });
    with_time.collect()
}
