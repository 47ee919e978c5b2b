//! Checks that every search has one result and that the result comes in time.

use std::time::Duration;

use super::never_sent_message;
use crate::{
    message::message,
    protocol::search::{
        Deadline, Dialect, Expectation, GoCommand as _, Info, InfoItem, OverdueAnswer, Response,
        Search, View, ViewEntry,
    },
    rule::Findings,
};

/// Checks that no result comes without a `go`.
pub(in crate::protocol) fn check_one_result_per_go<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if matches!(response, Response::BestMove(_) | Response::NoBestMove) {
            View::judge_expectation(entry, out, || {
                message!(
                    "result_without_go",
                    "a result, but no `go` is waiting for a result"
                )
            });
        }
    }
}

/// Checks that a stopped search has a result.
pub(in crate::protocol) fn check_stop_ends_search<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for search in &view.searches {
        if let Some(stop) = search.stop_entry {
            // A later `quit` excuses a missing result only if the result was not overdue yet.
            let deadline = Deadline {
                command_entry: view.entry(stop),
                starts_at: view.command_readable_since(stop, search),
                answer: None,
                clock_time: Duration::ZERO,
                limit,
            };
            let later = deadline.command_before_overdue_result(view, search);
            // An engine that sent `info` all the time was not delayed by the host, so no replay must confirm that it has
            // ignored the `stop`.
            let half = deadline.starts_at + view.timing.scale_limit(limit) / 2;
            if let Some(later) = later
                && deadline.has_passed(view, later.time)
                && count_late_infos(view, search, half, later) >= 2
            {
                let overdue = OverdueAnswer {
                    response_time: later.time.saturating_sub(deadline.starts_at),
                    limit,
                    arrived_late: false,
                };
                let message = overdue.message_of_result_after(&later.line);
                out.violates(view.entry(stop).culprit(), message);
                continue;
            }
            if let Some(absence) = deadline.deadline_after_stop(view, search, later) {
                absence.judge(view, out, |overdue| match later {
                    Some(later) => overdue.message_of_result_after(&later.line),
                    None => overdue.result_message(),
                });
            }
        }
    }
}

/// The number of `info` lines of the search after a time and before a command.
fn count_late_infos<D: Dialect>(
    view: &View<D>,
    search: &Search<D>,
    since: Duration,
    before: &ViewEntry<D>,
) -> usize {
    let infos = search.info_entries.iter().map(|it| view.entry(*it));
    infos
        .filter(|it| since < it.time && it.time < before.time)
        .count()
}

/// Checks that a stopped search has a result soon.
pub(in crate::protocol) fn check_stop_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let is_excused = search.result_excused_since.is_some();
        if is_excused && search.clock_left_at_stop.is_some() && search.result_entry.is_none() {
            let stop = view.entry(search.stop_entry.unwrap_or(search.entry));
            let message = message!(
                "quit_after_stop",
                "no result came between `stop` and `quit`, but the log does not show how long the interface waited"
            );
            out.add_doubt(stop.at, message);
        }
        if is_excused {
            continue;
        }
        // If the engine skipped the `go`, it was idle when it read the `stop`.
        let skipped = search.may_be_skipped && is_nobestmove(view, search);
        if search.may_have_been_stopped || skipped {
            continue;
        }
        // The rule `stop_ends_thinking` reports a missing result.
        if let (Some(stop), Some(result)) = (search.stop_entry, view.result_entry(search)) {
            let deadline = Deadline {
                command_entry: view.entry(stop),
                starts_at: view.command_readable_since(stop, search),
                answer: Some(result),
                clock_time: Duration::ZERO,
                limit,
            };
            deadline.judge(view, out, OverdueAnswer::result_message);
        }
    }
}

fn is_nobestmove<D: Dialect>(view: &View<D>, search: &Search<D>) -> bool {
    let result = view.result_entry(search).and_then(ViewEntry::response);
    result == Some(&Response::NoBestMove)
}

/// Checks that the last principal variation begins with the best move.
pub(in crate::protocol) fn check_bestmove_heads_pv<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_whole_pv",
            "no search that ended with its last iteration sent a `pv`"
        ));
    }
    for found in view.results_with_pv() {
        if let (Some((best, span)), Some(first)) = (&found.result.best_move, found.pv.first()) {
            out.require(
                best == first,
                found.entry.culprit_of_part(span.clone()),
                || {
                    let first = first.to_string();
                    message!(
                        "pv_begins_otherwise",
                        "the last `pv` begins with another move, {first}",
                        first
                    )
                },
            );
        }
    }
}

/// Checks that every `info` for which `counts` returns true belongs to a search.
pub(in crate::protocol) fn check_info_only_in_search<D: Dialect>(
    view: &View<D>,
    out: &mut Findings,
    counts: impl Fn(&ViewEntry<D>, &Info<D>) -> bool,
) {
    if view.has_results() {
        out.not_applicable(never_sent_message("info"));
    }
    for (entry, response) in view.responses() {
        let Response::Info(info) = response else {
            continue;
        };
        // The rule `info_while_debugging` judges lines that were sent while `debug` was on.
        if entry.expectation != Expectation::NotRequested
            || !entry.was_debug_on && counts(entry, info)
        {
            View::judge_expectation(entry, out, || {
                message!(
                    "info_while_idle",
                    "`info` although the engine is not thinking"
                )
            });
        }
    }
}

/// Checks that `time` and `nodes` never decrease within a search.
pub(in crate::protocol) fn check_info_counts_up<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "counts_not_repeated",
            "the engine never sent `time` or `nodes` twice in a search"
        ));
    }
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let mut reached = [None, None];
        for entry in search.info_entries.iter().map(|it| view.entry(*it)) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            for item in &info.items {
                let (name, reached, count) = match item {
                    InfoItem::Time(count) => ("time", &mut reached[0], *count),
                    InfoItem::Nodes(count) => ("nodes", &mut reached[1], *count),
                    _ => continue,
                };
                if let Some(before) = reached.replace(count) {
                    out.require(count >= before, entry.culprit(), || {
                        message!(
                            "count_went_back",
                            "`{name}` decreased from {before} to {count}",
                            name,
                            before,
                            count
                        )
                    });
                }
            }
        }
    }
}

/// Checks that no `info` line reports a greater depth than the `go` asked for. Only lines that `is_depth_certain` accepts
/// are judged.
pub(in crate::protocol) fn check_depth_kept<D: Dialect>(
    view: &View<D>,
    is_depth_certain: fn(&ViewEntry<D>) -> bool,
    out: &mut Findings,
) {
    if view.has_results() {
        out.not_applicable(never_sent_message("depth"));
    }
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let limits = search.limits();
        let endless = limits.is_infinite || search.go.is_ponder();
        let Some(most) = limits
            .depth
            .filter(|it| *it > 0 && !limits.is_unclear && !endless)
        else {
            continue;
        };
        let lines = view.info_lines_of_search(search);
        for (entry, info) in lines.filter(|it| is_depth_certain(it.0)) {
            for item in &info.items {
                if let InfoItem::Depth(depth) = item {
                    out.require(*depth <= most, entry.culprit(), || {
                        message!(
                            "depth_exceeded",
                            "the engine reports depth {depth} after `go depth {most}`",
                            depth = *depth,
                            most
                        )
                    });
                }
            }
        }
    }
}
