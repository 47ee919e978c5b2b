//! Every `isready` is answered once and in time.

use std::time::Duration;

use crate::{
    message::message,
    protocol::search::{Ask, Asked, Deadline, Dialect, Overdue, Phase, Response, View, Words},
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
        // A line that the text does not specify has rules of its own.
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
            .judge(view, out, |it: Overdue| it.answer(ready));
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
    // A line that the text does not specify has rules of its own.
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
            // The answer was held back until the search had ended.
            Some(ended) if deadline.has_passed(view, ended.time) => {
                let message = message!(
                    "answer_held_back",
                    "`{answer}` had not come when the search ended, {took} after the command",
                    answer = ready,
                    took = ended.time.saturating_sub(ask.since)
                );
                out.violates_by_measure(deadline.asked.culprit(), message);
            }
            // From then on the engine is idle. How fast it answers is judged by `readyok_prompt`.
            Some(ended) => {
                let idle = Deadline {
                    // A result before the command may be the answer to a `stop`.
                    since: ended.time.max(ask.since),
                    ..deadline
                };
                idle.absence(view)
                    .judge(view, out, |it: Overdue| it.answer(ready));
            }
            // The engine may have skipped that `go` and be idle.
            None if asked_in.is_none_or(|it| it.optional || it.doubtful) => {
                deadline
                    .absence(view)
                    .judge(view, out, |it: Overdue| it.answer(ready));
            }
            None => deadline.judge(view, out, |it: Overdue| it.answer(ready)),
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
        // A missing answer is reported by other rules.
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
        deadline.judge(view, out, |it: Overdue| it.answer(ready));
    }
}

/// No `readyok` comes without an `isready`.
pub(in crate::protocol) fn readyok_only_asked<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if *response == Response::ReadyOk {
            View::expects(entry, out, || {
                message!(
                    "answer_without_command",
                    "`{answer}` without an unanswered `{command}`",
                    answer = D::NAMES.ready_ok,
                    command = D::NAMES.is_ready
                )
            });
        }
    }
}

/// An answer of one word has no other word behind it.
pub(in crate::protocol) fn bare_answer<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.own_responses() {
        let word = match response {
            Response::GreetOk => Some(D::NAMES.greeted),
            Response::ReadyOk => Some(D::NAMES.ready_ok),
            Response::NoBestMove => D::NAMES.no_best_move,
            Response::Bye => D::NAMES.bye,
            _ => None,
        };
        let Some(word) = word else { continue };
        let mut words = Words::new(&entry.line);
        words.next();
        let rest = words.rest();
        let alone = rest.text.is_empty();
        out.require(alone, entry.point(rest.span.clone()), || {
            message!(
                "answer_not_bare",
                "`{word}` must be the whole line, but `{rest}` follows it",
                word,
                rest = rest.shown()
            )
        });
    }
}
