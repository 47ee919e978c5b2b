//! Every search has one result, which comes when it is asked for.

use std::time::Duration;

use crate::{
    protocol::search::{Deadline, Dialect, Entry, Expected, Item, Response, Search, View},
    rule::Findings,
};

/// No result comes that no `go` is waiting for.
pub(in crate::protocol) fn one_result_per_go<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if matches!(response, Response::BestMove(_) | Response::NoBestMove) {
            View::expects(entry, out, || {
                "a result that no `go` is waiting for".to_owned()
            });
        }
    }
}

/// A search that is stopped has a result.
pub(in crate::protocol) fn stop_ends_thinking<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for search in &view.searches {
        if let Some(stop) = search.stop {
            // `quit` takes away only what was not yet overdue.
            let deadline = Deadline {
                asked: view.entry(stop),
                since: view.taken(stop, search),
                answer: None,
                clock: Duration::ZERO,
                limit,
            };
            if let Some(absence) = deadline.of_stop(view, search) {
                absence.judge(view, out, |fate| format!("the result {fate}"));
            }
        }
    }
}

/// A search that is stopped has a result soon.
pub(in crate::protocol) fn stop_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    for search in view
        .searches
        .iter()
        .filter(|it| !it.doubtful && it.abandoned.is_none())
    {
        // An engine that skipped its `go`, or waits in batch mode, read it in idle.
        let skipped = search.optional && is_none(view, search);
        if search.maybe_stopped || skipped {
            continue;
        }
        // A result that never came is the affair of `stop_ends_thinking`.
        if let (Some(stop), Some(result)) = (search.stop, view.result(search)) {
            let deadline = Deadline {
                asked: view.entry(stop),
                since: view.taken(stop, search),
                answer: Some(result),
                clock: Duration::ZERO,
                limit,
            };
            deadline.judge(view, out, |fate| format!("the result {fate}"));
        }
    }
}

fn is_none<D: Dialect>(view: &View<D>, search: &Search<D>) -> bool {
    let result = view.result(search).and_then(Entry::response);
    result == Some(&Response::NoBestMove)
}

/// The best move heads the variation told last.
pub(in crate::protocol) fn bestmove_heads_pv<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine does not say `pv`");
    }
    for told in view.results_with_pv() {
        if let (Some((best, span)), Some(first)) = (&told.result.best, told.pv.first()) {
            out.require(best == first, told.entry.point(span.clone()), || {
                format!("the last variation begins with {first}")
            });
        }
    }
}

/// Nothing is told of a search where none runs.
pub(in crate::protocol) fn info_only_thinking<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine does not say `info`");
    }
    for (entry, response) in view.responses() {
        // While `debug` is on that is the affair of `info_while_debugging`.
        if matches!(response, Response::Info(_)) && !(entry.debug && entry.expected == Expected::No)
        {
            View::expects(entry, out, || {
                "`info` although the engine is not thinking".to_owned()
            });
        }
    }
}

/// Time and nodes do not go back within a search.
pub(in crate::protocol) fn info_counts_up<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine does not say `time` or `nodes` twice");
    }
    for search in view.searches.iter().filter(|it| !it.doubtful) {
        let mut reached = [None, None];
        for entry in search.infos.iter().map(|it| view.entry(*it)) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            for item in &info.items {
                let (name, reached, count) = match item {
                    Item::Time(count) => ("time", &mut reached[0], *count),
                    Item::Nodes(count) => ("nodes", &mut reached[1], *count),
                    _ => continue,
                };
                if let Some(before) = reached.replace(count) {
                    out.require(count >= before, entry.culprit(), || {
                        format!("`{name}` went back from {before} to {count}")
                    });
                }
            }
        }
    }
}
