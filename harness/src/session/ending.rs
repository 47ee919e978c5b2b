//! Ends a session in steps: ping (`isready` in UCCI), quit, wait, close the input, terminate, kill.

use std::time::Duration;

use super::{Unmet, recorder::Recorder};
use crate::protocol::Opening;

/// How long each step of `escalate` waits for the process to end.
const STEP: Duration = Duration::from_secs(1);

/// How long each step of `escalate` waits in a session with a shortened wait, which cannot prove anything more.
const SHORT_STEP: Duration = Duration::from_millis(200);

/// Ends the engine in any state. Returns true if the engine hung: its process ran, but the engine did not answer any
/// more.
pub(crate) fn end(recorder: &mut Recorder<'_>, unmet: Option<&Unmet>) -> bool {
    if recorder.done() {
        return false;
    }
    if recorder.input_closed {
        // The input is closed, so no command can be sent. The engine must exit at the end of its input.
        let started = recorder.link.now();
        recorder.record_until(started + recorder.settings.timeout);
        recorder.record_silence(started);
        escalate(recorder);
        return false;
    }
    if let Some(opening) = recorder.opening {
        return end_as_interface(recorder, unmet, &opening);
    }
    let hung = unmet.is_some_and(|it| {
        recorder.unresponsive
            || timed_out_on_proof_of_life(recorder, it)
            || !still_answers(recorder)
    });
    if !hung {
        interrupt(recorder);
    }
    // The wait after `quit` is short if the engine does not answer or has not completed the handshake.
    let no_handshake = unmet.is_some() && recorder.dialogue.ping().is_none();
    quit(recorder, hung || no_handshake);
    escalate(recorder);
    hung
}

/// Ends the conversation in the way of the simulated interface, which sends no ping.
fn end_as_interface(recorder: &mut Recorder<'_>, unmet: Option<&Unmet>, opening: &Opening) -> bool {
    interrupt(recorder);
    let timeout = opening.quit_timeout.mul_f64(recorder.settings.scale);
    if let Some(exchange) = recorder
        .dialogue
        .quit_exchange()
        .filter(|_| !recorder.done())
    {
        recorder.exchange(&exchange, timeout);
    }
    if !recorder.done() {
        let started = recorder.link.now();
        recorder.record_until(started + timeout);
        recorder.record_silence(started);
    }
    let hung = unmet.is_some_and(|it| it.timed_out) && !recorder.done();
    escalate(recorder);
    hung
}

/// Returns whether the answer that timed out was the answer to a ping.
fn timed_out_on_proof_of_life(recorder: &Recorder<'_>, unmet: &Unmet) -> bool {
    let Some(exchange) = recorder.dialogue.ping() else {
        return false;
    };
    let wanted = unmet.expected.split_once(' ').map(|(_, it)| it.as_bytes());
    unmet.timed_out && wanted == Some(exchange.wanted())
}

/// Returns whether the engine still answers a ping. If the protocol allows no ping before the handshake, this function
/// returns true.
fn still_answers(recorder: &mut Recorder<'_>) -> bool {
    let Some(exchange) = recorder.dialogue.ping() else {
        return true;
    };
    let timeout = recorder.settings.timeout;
    recorder.exchange(&exchange, timeout) || recorder.done()
}

fn interrupt(recorder: &mut Recorder<'_>) {
    if let Some(exchange) = recorder.dialogue.interrupt() {
        let timeout = 2 * step(recorder);
        recorder.exchange(&exchange, timeout);
    }
}

fn step(recorder: &Recorder<'_>) -> Duration {
    let step = if recorder.shortened { SHORT_STEP } else { STEP };
    step.mul_f64(recorder.settings.scale)
}

fn quit(recorder: &mut Recorder<'_>, brief: bool) {
    let exchange = recorder.dialogue.quit_exchange();
    let timeout = if brief {
        step(recorder)
    } else {
        recorder.settings.timeout
    };
    if recorder.done() {
        return;
    }
    // If the answer to `quit` is missing, the process may still exit; `escalate` waits for its exit.
    if exchange.is_none_or(|exchange| recorder.exchange(&exchange, timeout)) {
        let started = recorder.link.now();
        recorder.record_until(started + timeout);
        recorder.record_silence(started);
    }
}

fn escalate(recorder: &mut Recorder<'_>) {
    let step = step(recorder);
    for attempt in 0..3 {
        if recorder.done() {
            return;
        }
        match attempt {
            0 => recorder.close_input(),
            1 => recorder.link.terminate(),
            _ => recorder.link.kill(),
        }
        recorder.record_until(recorder.link.now() + step);
    }
    await_end(recorder);
}

/// Waits for the end of a killed engine.
pub(super) fn await_end(recorder: &mut Recorder<'_>) {
    // A killed process normally ends. If the link does not report its end, the session records the end without the
    // report.
    while !recorder.done() {
        recorder.link.kill();
        recorder.record_until(recorder.link.now() + 10 * step(recorder));
        recorder.force_end();
    }
}
