//! Every `isready` is answered, once, and in time.

use std::time::Duration;

use crate::{
    protocol::search::{Ask, Asked, Deadline, Dialect, Phase, Response, View, Words, said},
    rule::Findings,
};

/// Every `isready` to an idle engine is answered.
pub(in crate::protocol) fn readyok_per_isready<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::NAMES.ready_ok;
    for ask in view
        .asks
        .iter()
        .filter(|it| it.kind == Asked::IsReady && it.phase != Phase::Thinking)
        .filter(|it| !it.doubtful || (it.owed && it.answer.is_none()))
        // What an odd line brought about has rules of its own.
        .filter(|it| view.unanswered_after(it).is_none())
    {
        let deadline = Deadline {
            asked: view.entry(ask.entry),
            since: ask.since,
            answer: ask.answer.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit,
        };
        deadline
            .absence(view)
            .judge(view, out, |fate| format!("`{ready}` {fate}"));
    }
}

/// Every `isready` to an engine that thinks is answered, before its search ends.
pub(in crate::protocol) fn readyok_while_thinking<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::NAMES.ready_ok;
    let thinking =
        |it: &&Ask<D>| it.kind == Asked::IsReady && !it.doubtful && it.phase == Phase::Thinking;
    // What an odd line brought about has rules of its own.
    let asks = view.asks.iter().filter(thinking);
    for ask in asks.filter(|it| view.unanswered_after(it).is_none()) {
        let deadline = Deadline {
            asked: view.entry(ask.entry),
            since: ask.since,
            answer: ask.answer.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit,
        };
        let mut searches = view.searches.iter().rev();
        let asked_in = searches.find(|it| it.entry < ask.entry);
        let ended = asked_in.and_then(|it| view.result(it));
        let ended = ended.filter(|it| deadline.answer.is_none_or(|answer| it.at < answer.at));
        match ended {
            // It was withheld for as long as the search ran.
            Some(ended) if deadline.has_passed(view, ended.time) => {
                let ran = said(ended.time.saturating_sub(ask.since));
                let message = format!("`{ready}` had not come when the search ended, after {ran}");
                out.violates_by_measure(deadline.asked.culprit(), message);
            }
            // From there on the engine is idle, and how soon is the affair of `readyok_prompt`.
            Some(ended) => {
                let idle = Deadline {
                    // A result that may be the answer to a `stop` came before the question.
                    since: ended.time.max(ask.since),
                    ..deadline
                };
                idle.absence(view)
                    .judge(view, out, |fate| format!("`{ready}` {fate}"));
            }
            // It may have skipped that `go`, and be idle.
            None if asked_in.is_none_or(|it| it.optional || it.doubtful) => {
                deadline
                    .absence(view)
                    .judge(view, out, |fate| format!("`{ready}` {fate}"));
            }
            None => deadline.judge(view, out, |fate| format!("`{ready}` {fate}")),
        }
    }
}

/// Every `isready` is answered soon.
pub(in crate::protocol) fn readyok_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::NAMES.ready_ok;
    for ask in view.asks.iter().filter(|it| it.kind == Asked::IsReady) {
        // One that never comes is the affair of other rules.
        let Some(answer) = ask.answer.filter(|_| !ask.doubtful) else {
            continue;
        };
        let deadline = Deadline {
            asked: view.entry(ask.entry),
            since: view.due_since(ask, answer),
            answer: Some(view.entry(answer)),
            clock: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |fate| format!("`{ready}` {fate}"));
    }
}

/// No `readyok` comes unasked.
pub(in crate::protocol) fn readyok_only_asked<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if *response == Response::ReadyOk {
            View::expects(entry, out, || {
                format!("no `{}` was open", D::NAMES.is_ready)
            });
        }
    }
}

/// What answers a command by one word has no other word behind it.
pub(in crate::protocol) fn bare_answer<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.own_responses() {
        let word = match response {
            Response::GreetOk => D::NAMES.greeted,
            Response::ReadyOk => D::NAMES.ready_ok,
            Response::NoBestMove => D::NAMES.no_best_move,
            Response::Bye => D::NAMES.bye,
            _ => continue,
        };
        let mut words = Words::new(&entry.line);
        words.next();
        let rest = words.rest();
        let alone = rest.text.is_empty();
        out.require(alone, entry.point(rest.span.clone()), || {
            format!(
                "`{word}` is the whole line, and `{}` follows it",
                rest.shown()
            )
        });
    }
}
