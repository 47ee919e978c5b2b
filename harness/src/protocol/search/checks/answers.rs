//! Checks that every `isready` is answered once and in time.

use std::time::Duration;

use crate::{
    message::{Message, message},
    protocol::search::{
        AskedQuestion, Deadline, Dialect, EnginePhase, OverdueAnswer, QuestionKind, Response, View,
        Words,
    },
    rule::Findings,
};

/// Checks that an idle engine answers every `isready`.
pub(in crate::protocol) fn check_readyok_per_isready<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::PROTOCOL_WORDS.ready_ok;
    let ends_in_cr = |it: &AskedQuestion<D>| view.entry(it.entry).line.ends_with(b"\r");
    let mut answered = view.questions.iter().filter(|it| it.answer_entry.is_some());
    let understands_cr = answered.any(ends_in_cr);
    for ask in view
        .questions
        .iter()
        .filter(|it| it.kind == QuestionKind::IsReady && it.phase != EnginePhase::Thinking)
        .filter(|it| !it.is_doubtful || (it.is_answer_owed && it.answer_entry.is_none()))
        // The rules about unspecified input report an `isready` that is unanswered after such input.
        .filter(|it| view.cause_of_missing_answer(it).is_none())
        // The rules about CR LF report an engine that understands no line with a CR.
        .filter(|it| it.answer_entry.is_some() || understands_cr || !ends_in_cr(it))
    {
        if was_skipped(view, ask) {
            out.violates(view.entry(ask.entry).culprit(), skipped_message::<D>());
            continue;
        }
        let deadline = Deadline {
            command_entry: view.entry(ask.entry),
            starts_at: ask.readable_since,
            answer: ask.answer_entry.map(|it| view.entry(it)),
            clock_time: Duration::ZERO,
            limit,
        };
        deadline
            .accept_late_answer(view)
            .judge(view, out, |it: OverdueAnswer| it.answer_message(ready));
    }
}

/// Whether the engine certainly read an `isready` and never answered it: it sent the result of a later `go`, and then
/// the process ended or the interface sent `quit`. If a log ends before this, the answer could still come; after the
/// results of two later searches, no engine holds it back any more. The function needs no timestamps, because the order
/// of the lines is enough.
fn was_skipped<D: Dialect>(view: &View<D>, ask: &AskedQuestion<D>) -> bool {
    let later = view.searches.iter().filter(|it| it.entry > ask.entry);
    let finished =
        later.filter(|it| !it.is_doubtful && !it.may_be_skipped && view.result_entry(it).is_some());
    let required_results = match view.session_end.is_some() || view.quit.is_some() {
        true => 1,
        false => 2,
    };
    ask.answer_entry.is_none()
        && (!ask.is_doubtful || ask.is_answer_owed)
        && !ask.may_be_skipped
        && !view.are_missing_answers_excused()
        && finished.take(required_results).count() == required_results
}

fn skipped_message<D: Dialect>() -> Message {
    message!(
        "answer_skipped",
        "`{answer}` never came, although the result of a later `go` came",
        answer = D::PROTOCOL_WORDS.ready_ok
    )
}

/// Checks that a thinking engine answers every `isready` before its search ends.
pub(in crate::protocol) fn check_readyok_while_thinking<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::PROTOCOL_WORDS.ready_ok;
    let thinking = |it: &&AskedQuestion<D>| {
        it.kind == QuestionKind::IsReady && !it.is_doubtful && it.phase == EnginePhase::Thinking
    };
    // The rules about unspecified input report an `isready` that is unanswered after such input.
    let asks = view.questions.iter().filter(thinking);
    for ask in asks.filter(|it| view.cause_of_missing_answer(it).is_none()) {
        if was_skipped(view, ask) {
            out.violates(view.entry(ask.entry).culprit(), skipped_message::<D>());
            continue;
        }
        let deadline = Deadline {
            command_entry: view.entry(ask.entry),
            starts_at: ask.readable_since,
            answer: ask.answer_entry.map(|it| view.entry(it)),
            clock_time: Duration::ZERO,
            limit,
        };
        let mut searches = view.searches.iter().rev();
        let asked_in = searches.find(|it| it.entry < ask.entry);
        let ended = asked_in.and_then(|it| view.result_entry(it));
        let ended = ended.filter(|it| deadline.answer.is_none_or(|answer| it.at < answer.at));
        match ended {
            // The engine did not answer the `isready` before the search ended.
            Some(ended) if deadline.has_passed(view, ended.time) => {
                let message = message!(
                    "answer_held_back",
                    "the search ended {took} after the command, and `{answer}` had not come yet",
                    answer = ready,
                    took = ended.time.saturating_sub(ask.readable_since)
                );
                out.record_measured_violation(deadline.command_entry.culprit(), message);
            }
            // The answer was due before the search ended, but the host was late.
            Some(ended) if !deadline.is_not_yet_due(view, ended.time) => {
                let doubt = message!(
                    "answer_held_back_by_host",
                    "the search ended {took} after the command, and `{answer}` had not come yet; the host was too slow for a verdict",
                    answer = ready,
                    took = ended.time.saturating_sub(ask.readable_since)
                );
                out.add_late_host_doubt(deadline.command_entry.at, doubt);
            }
            // After the search the engine is idle. An idle engine that answers the `isready` late does not violate this
            // rule, because the rule `readyok_prompt` judges how fast the answer comes; only a missing answer is a
            // violation.
            Some(ended) => {
                let idle = Deadline {
                    // If the result came before the engine could read the `isready`, the wait
                    // begins at the `isready`.
                    starts_at: ended.time.max(ask.readable_since),
                    ..deadline
                };
                idle.accept_late_answer(view)
                    .judge(view, out, |it: OverdueAnswer| it.answer_message(ready));
            }
            // The engine may have skipped the `go`, so it may be idle.
            None if asked_in.is_none_or(|it| it.may_be_skipped || it.is_doubtful) => {
                deadline
                    .accept_late_answer(view)
                    .judge(view, out, |it: OverdueAnswer| it.answer_message(ready));
            }
            None => deadline.judge(view, out, |it: OverdueAnswer| it.answer_message(ready)),
        }
    }
}

/// Checks that every `isready` is answered soon.
pub(in crate::protocol) fn check_readyok_prompt<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ready = D::PROTOCOL_WORDS.ready_ok;
    for ask in view
        .questions
        .iter()
        .filter(|it| it.kind == QuestionKind::IsReady)
    {
        // Other rules report a missing answer.
        let Some(answer) = ask.answer_entry.filter(|_| !ask.is_doubtful) else {
            continue;
        };
        let deadline = Deadline {
            command_entry: view.entry(ask.entry),
            starts_at: view.answer_due_since(ask, answer),
            answer: Some(view.entry(answer)),
            clock_time: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |it: OverdueAnswer| it.answer_message(ready));
    }
}

/// Checks that no `readyok` comes without an `isready`.
pub(in crate::protocol) fn check_readyok_only_asked<D: Dialect>(
    view: &View<D>,
    out: &mut Findings,
) {
    for (entry, response) in view.responses() {
        if *response == Response::ReadyOk {
            View::judge_expectation(entry, out, || {
                message!(
                    "answer_without_command",
                    "`{answer}`, but no `{command}` is waiting for an answer",
                    answer = D::PROTOCOL_WORDS.ready_ok,
                    command = D::PROTOCOL_WORDS.is_ready
                )
            });
        }
    }
}

/// Checks that an answer of one word, such as `readyok`, is the whole line.
pub(in crate::protocol) fn check_bare_answer<D: Dialect>(view: &View<D>, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        let word = match response {
            Response::GreetingAnswer => Some(D::PROTOCOL_WORDS.greeting_answer),
            Response::ReadyOk => Some(D::PROTOCOL_WORDS.ready_ok),
            Response::NoBestMove => D::PROTOCOL_WORDS.no_best_move,
            Response::Bye => D::PROTOCOL_WORDS.bye,
            _ => None,
        };
        let Some(word) = word else { continue };
        let mut words = Words::new(&entry.line);
        words.next();
        let rest = words.rest_of_line();
        let alone = rest.text.is_empty();
        out.require(alone, entry.culprit_of_part(rest.span.clone()), || {
            message!(
                "answer_not_bare",
                "`{word}` must be the whole line, but `{rest}` follows it",
                word,
                rest = rest.to_text()
            )
        });
    }
}
