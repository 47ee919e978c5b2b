//! Ends a session: proof of life, quit, wait, close the input, terminate, kill.

use std::time::Duration;

use super::{Unmet, recorder::Recorder};
use crate::protocol::Opening;

/// How long each step of `escalate` waits for the process to end.
const STEP: Duration = Duration::from_secs(1);

/// The same after a shortened wait, when the session shows nothing any more.
const SHORT_STEP: Duration = Duration::from_millis(200);

/// Ends the engine in any state. True if it hung: it ran, but did not answer any more.
pub(crate) fn end(recorder: &mut Recorder<'_>, unmet: Option<&Unmet>) -> bool {
    if recorder.done() {
        return false;
    }
    if recorder.input_closed {
        // Nothing can be sent any more. The engine has to exit at the end of its input.
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
    // No long wait for an engine that does not answer or has not completed the handshake.
    let no_handshake = unmet.is_some() && recorder.dialogue.ping().is_none();
    quit(recorder, hung || no_handshake);
    escalate(recorder);
    hung
}

/// Ends the conversation as the simulated interface does: without a proof of life.
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

/// Whether the answer that timed out was the proof of life itself.
fn timed_out_on_proof_of_life(recorder: &Recorder<'_>, unmet: &Unmet) -> bool {
    let Some(exchange) = recorder.dialogue.ping() else {
        return false;
    };
    let wanted = unmet.expected.split_once(' ').map(|(_, it)| it.as_bytes());
    unmet.timed_out && wanted == Some(exchange.wanted())
}

/// Whether the engine still answers. An engine without a handshake owes no proof of life.
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
    // If the answer is missing, the process may still exit: `escalate` waits for that.
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
    // A killed process ends. If the link does not report that, the transcript ends without it.
    while !recorder.done() {
        recorder.link.kill();
        recorder.record_until(recorder.link.now() + 10 * step(recorder));
        recorder.force_end();
    }
}
