//! Checks that the handshake ends once and in time.

use std::time::Duration;

use crate::{
    message::message,
    protocol::search::{
        Deadline, Dialect, EnginePhase, OverdueAnswer, ProtocolWords, Response, View,
    },
    rule::Findings,
};

/// Checks that the greeting (such as `ucci`) is answered once.
pub(in crate::protocol) fn check_greeting_answered_once<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let ProtocolWords {
        greeting,
        greeting_answer: greeted,
        ..
    } = D::PROTOCOL_WORDS;
    for (entry, response) in view.responses() {
        if *response == Response::GreetingAnswer {
            View::judge_expectation(entry, out, || match entry.phase {
                EnginePhase::BeforeFirstCommand => message!(
                    "greeted_too_early",
                    "`{greeted}` before `{greeting}`",
                    greeted,
                    greeting
                ),
                _ => message!("greeted_again", "a second `{greeted}`", greeted),
            });
        }
    }
    for handshake in view
        .first_handshake
        .iter()
        .filter(|it| it.answer_entry.is_none() && !it.after_other_protocol)
    {
        let greets = view.entry(handshake.entry);
        let deadline = Deadline {
            command_entry: greets,
            starts_at: greets.time,
            answer: None,
            clock_time: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |it: OverdueAnswer| it.answer_message(greeted));
    }
}

/// Checks that the greeting (such as `ucci`) is answered soon.
pub(in crate::protocol) fn check_greeting_in_time<D: Dialect>(
    view: &View<D>,
    limit: Duration,
    out: &mut Findings,
) {
    let greeted = D::PROTOCOL_WORDS.greeting_answer;
    // The function `check_greeting_answered_once` reports a missing answer.
    let answered = view
        .first_handshake
        .as_ref()
        .and_then(|it| Some((it.entry, it.answer_entry?)));
    if let Some((greets, answer)) = answered {
        let (greets, answer) = (view.entry(greets), view.entry(answer));
        let deadline = Deadline {
            command_entry: greets,
            starts_at: greets.time,
            answer: Some(answer),
            clock_time: Duration::ZERO,
            limit,
        };
        deadline.judge(view, out, |it: OverdueAnswer| it.answer_message(greeted));
    }
}
