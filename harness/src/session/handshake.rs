//! The handshake, the options that the user wants, and making the engine idle.

use std::time::Duration;

use super::recorder::Recorder;
use crate::{
    message::{Message, message},
    protocol::Interface,
};

pub(super) const NO_HANDSHAKE: Message = message!(
    "handshake_not_completed",
    "the engine did not complete its handshake"
);

pub(super) const NOT_IDLE: Message = message!("not_idle", "the engine did not become idle");

/// Runs the handshake. False if the engine did not complete it.
pub(super) fn run_handshake(recorder: &mut Recorder<'_>, initial_lines_sent: &mut bool) -> bool {
    for exchange in recorder.dialogue.handshake() {
        if !recorder.exchange(&exchange, recorder.settings.startup_timeout) {
            return false;
        }
    }
    if recorder.await_answers() {
        recorder.unread.clear();
    }
    for line in recorder.dialogue.initial_options() {
        recorder.send_line(line);
    }
    send_initial_lines(recorder, initial_lines_sent);
    true
}

/// Sends the options and initial lines that the user wants, once. Scripts do not see the answers.
pub(super) fn send_initial_lines(recorder: &mut Recorder<'_>, initial_lines_sent: &mut bool) {
    let options = recorder.settings.options.iter();
    let options =
        options.filter_map(|(name, value)| recorder.dialogue.setoption(name, value, false));
    let lines: Vec<Vec<u8>> = options.chain(recorder.settings.init.clone()).collect();
    if std::mem::replace(initial_lines_sent, true) || lines.is_empty() {
        return;
    }
    recorder.await_answers();
    let received = recorder.unread.len();
    for line in lines {
        recorder.send_line(line);
    }
    if recorder.await_answers() {
        recorder.unread.truncate(received);
    }
}

/// How long a small search may go on before it is stopped.
const SMALL_SEARCH_TIME: Duration = Duration::from_millis(20);

/// Stops what the engine is doing, and checks that it answers. False if it does not.
pub(super) fn make_idle(recorder: &mut Recorder<'_>) -> bool {
    let timeout = recorder.settings.timeout;
    let until = recorder.link.now() + SMALL_SEARCH_TIME.mul_f64(recorder.settings.scale);
    while recorder.dialogue.ends_soon() && !recorder.done() && recorder.record_next(until) {}
    for exchange in [Interface::interrupt, Interface::ping] {
        let Some(exchange) = exchange(&**recorder.dialogue) else {
            continue;
        };
        let answered = recorder.exchange(&exchange, timeout);
        recorder.await_answers();
        if !answered || recorder.dialogue.owes() {
            // It is not asked a second time at the end of the session.
            recorder.unresponsive = recorder.is_proof_of_life(&exchange) && !answered;
            return false;
        }
    }
    true
}
