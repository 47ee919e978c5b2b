//! Ends a session in steps: ping (`isready` in UCCI), quit, wait, close the input, terminate, kill.

use std::time::Duration;

use super::{UnmetExpectation, recorder::Recorder};
use crate::{
    protocol::SessionStart,
    transcript::{EventKind, Speaker},
};

/// How long each step of `force_exit` waits for the process to end.
const EXIT_STEP_TIMEOUT: Duration = Duration::from_secs(1);

/// How long each step of `force_exit` waits if a wait in the session was shortened, because then silence of the engine
/// proves nothing.
const SHORT_EXIT_STEP_TIMEOUT: Duration = Duration::from_millis(200);

/// Ends the engine, whatever its state is. Returns true if the engine hung: its process ran, but the engine did not
/// answer any more.
pub(crate) fn end_session(recorder: &mut Recorder<'_>, unmet: Option<&UnmetExpectation>) -> bool {
    if recorder.has_ended() {
        return false;
    }
    if recorder.input_closed {
        // The input is closed, so no command can be sent; the engine must exit by itself.
        let started = recorder.link.now();
        recorder.record_until(started + recorder.settings.line_timeout);
        recorder.record_silence(started);
        force_exit(recorder);
        return false;
    }
    if let Some(opening) = recorder.session_start {
        return end_as_simulated_interface(recorder, unmet, &opening);
    }
    let is_ping_lost = unmet.is_some_and(|it| timed_out_on_ping(recorder, it));
    let hung = unmet.is_some_and(|_| {
        recorder.is_unresponsive
            || match is_ping_lost {
                true => !finishes_another_search(recorder),
                false => !answers_ping(recorder),
            }
    });
    if !hung {
        interrupt_search(recorder);
    }
    // The wait after `quit` is short if the engine does not answer or has not completed the handshake.
    let no_handshake = unmet.is_some() && recorder.dialogue.ping_exchange().is_none();
    send_quit(recorder, hung || no_handshake || is_ping_lost);
    force_exit(recorder);
    hung
}

/// Ends the conversation as the simulated interface does, without a ping.
fn end_as_simulated_interface(
    recorder: &mut Recorder<'_>,
    unmet: Option<&UnmetExpectation>,
    opening: &SessionStart,
) -> bool {
    interrupt_search(recorder);
    let timeout = opening
        .quit_timeout
        .mul_f64(recorder.settings.timeout_scale);
    if let Some(exchange) = recorder
        .dialogue
        .quit_exchange()
        .filter(|_| !recorder.has_ended())
    {
        recorder.run_exchange(&exchange, timeout);
    }
    if !recorder.has_ended() {
        let started = recorder.link.now();
        recorder.record_until(started + timeout);
        recorder.record_silence(started);
    }
    let hung = unmet.is_some_and(|it| it.timed_out) && !recorder.has_ended();
    force_exit(recorder);
    hung
}

/// Returns whether the answer that timed out was the answer to a ping.
fn timed_out_on_ping(recorder: &Recorder<'_>, unmet: &UnmetExpectation) -> bool {
    let Some(exchange) = recorder.dialogue.ping_exchange() else {
        return false;
    };
    let wanted = unmet.expected.split_once(' ').map(|(_, it)| it.as_bytes());
    unmet.timed_out && wanted == Some(exchange.answer_pattern())
}

/// Returns whether the engine still answers a ping. Returns true if the protocol does not allow a ping at this time.
fn answers_ping(recorder: &mut Recorder<'_>) -> bool {
    let Some(exchange) = recorder.dialogue.ping_exchange() else {
        return true;
    };
    let timeout = recorder.settings.line_timeout;
    recorder.run_exchange(&exchange, timeout) || recorder.has_ended()
}

/// Returns whether the engine stops its search, and then finishes another search, although it has not answered a ping.
/// In this case the engine does not hang but has lost the ping, and the order of the lines proves this. An engine that
/// has sent nothing since the ping is not asked, because it probably hangs.
fn finishes_another_search(recorder: &mut Recorder<'_>) -> bool {
    let events = recorder.transcript().events.iter().rev();
    let mut speakers = events.filter_map(|it| match it.kind {
        EventKind::Line(speaker, _) => Some(speaker),
        _ => None,
    });
    if speakers.next() != Some(Speaker::Engine) {
        return false;
    }
    let first_event = recorder.event_count();
    if !interrupt_search(recorder) {
        return false;
    }
    let Some((position, search)) = recorder.dialogue.short_search() else {
        return false;
    };
    recorder.send_line(position);
    let finished = recorder.run_exchange(&search, 2 * exit_step_timeout(recorder));
    recorder.proof_of_lost_answer = finished.then_some(first_event);
    finished
}

/// Stops a running search. Returns true if no search is left.
fn interrupt_search(recorder: &mut Recorder<'_>) -> bool {
    let Some(exchange) = recorder.dialogue.interrupt_exchange() else {
        return true;
    };
    let timeout = 2 * exit_step_timeout(recorder);
    recorder.run_exchange(&exchange, timeout)
}

fn exit_step_timeout(recorder: &Recorder<'_>) -> Duration {
    let step = if recorder.has_shortened_wait {
        SHORT_EXIT_STEP_TIMEOUT
    } else {
        EXIT_STEP_TIMEOUT
    };
    step.mul_f64(recorder.settings.timeout_scale)
}

fn send_quit(recorder: &mut Recorder<'_>, brief: bool) {
    let exchange = recorder.dialogue.quit_exchange();
    let timeout = if brief {
        exit_step_timeout(recorder)
    } else {
        recorder.settings.line_timeout
    };
    if recorder.has_ended() {
        return;
    }
    // If the answer to `quit` is missing, the process may still exit; `force_exit` waits for its exit.
    if exchange.is_none_or(|exchange| recorder.run_exchange(&exchange, timeout)) {
        let started = recorder.link.now();
        recorder.record_until(started + timeout);
        recorder.record_silence(started);
    }
}

fn force_exit(recorder: &mut Recorder<'_>) {
    let step = exit_step_timeout(recorder);
    for attempt in 0..3 {
        if recorder.has_ended() {
            return;
        }
        match attempt {
            0 => recorder.close_input(),
            1 => recorder.link.terminate(),
            _ => recorder.link.kill(),
        }
        recorder.record_until(recorder.link.now() + step);
    }
    await_end_of_killed_engine(recorder);
}

/// Waits for the end of a killed engine.
pub(super) fn await_end_of_killed_engine(recorder: &mut Recorder<'_>) {
    // A killed process normally ends at once. If the link does not report the end of a killed process, the session
    // records the end anyway.
    while !recorder.has_ended() {
        recorder.link.kill();
        recorder.record_until(recorder.link.now() + 10 * exit_step_timeout(recorder));
        recorder.record_forced_end();
    }
}
