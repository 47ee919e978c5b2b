//! Runs the handshake, sends the user's options, and makes the engine idle.

use std::time::Duration;

use super::recorder::Recorder;
use crate::{
    message::{Message, message},
    protocol::Interface,
};

pub(super) const HANDSHAKE_NOT_COMPLETED: Message = message!(
    "handshake_not_completed",
    "the engine did not complete its handshake"
);

pub(super) const ENGINE_NOT_IDLE: Message = message!("not_idle", "the engine did not become idle");

/// Runs the handshake. Returns false if the engine did not complete the handshake.
pub(super) fn run_handshake(recorder: &mut Recorder<'_>, initial_lines_sent: &mut bool) -> bool {
    for exchange in recorder.dialogue.handshake() {
        if !recorder.run_exchange(&exchange, recorder.settings.startup_timeout) {
            return false;
        }
    }
    if recorder.await_due_answers() {
        recorder.unread_output.clear();
    }
    for line in recorder.dialogue.initial_options() {
        recorder.send_line(line);
    }
    send_initial_lines(recorder, initial_lines_sent);
    true
}

/// Sends the user's options and initial lines, unless they were already sent in this session. The answers to the
/// options and the initial lines are discarded, so that they do not meet an expectation of the script.
pub(super) fn send_initial_lines(recorder: &mut Recorder<'_>, initial_lines_sent: &mut bool) {
    let options = recorder.settings.options.iter();
    let options =
        options.filter_map(|(name, value)| recorder.dialogue.setoption_line(name, value, false));
    let lines: Vec<Vec<u8>> = options
        .chain(recorder.settings.initial_lines.clone())
        .collect();
    if std::mem::replace(initial_lines_sent, true) || lines.is_empty() {
        return;
    }
    recorder.await_due_answers();
    let received = recorder.unread_output.len();
    for line in lines {
        recorder.send_line(line);
    }
    if recorder.await_due_answers() {
        recorder.unread_output.truncate(received);
    }
}

/// How long to wait until a small search ends by itself; after this time, the search is stopped.
const SMALL_SEARCH_TIME: Duration = Duration::from_millis(20);

/// Stops a running search, and checks that the engine answers. Returns false if the engine does not become idle.
pub(super) fn make_engine_idle(recorder: &mut Recorder<'_>) -> bool {
    let timeout = recorder.settings.line_timeout;
    let until = recorder.link.now() + SMALL_SEARCH_TIME.mul_f64(recorder.settings.timeout_scale);
    while recorder.dialogue.search_ends_soon()
        && !recorder.has_ended()
        && recorder.record_next_event(until)
    {}
    for exchange in [Interface::interrupt_exchange, Interface::ping_exchange] {
        let Some(exchange) = exchange(&**recorder.dialogue) else {
            continue;
        };
        let answered = recorder.run_exchange(&exchange, timeout);
        // If the wait for the answer timed out, a second wait for the same answer would prove nothing more.
        if answered {
            recorder.await_due_answers();
        }
        if !answered || recorder.dialogue.is_answer_missing() {
            // If the engine does not answer the ping of this function, no second ping is sent at the end of the
            // session.
            recorder.is_unresponsive = recorder.is_ping(&exchange) && !answered;
            return false;
        }
    }
    true
}
