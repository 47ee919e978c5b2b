//! How a session ends: proof of life, farewell, wait, close, terminate, kill.

use std::time::Duration;

use super::{Unmet, recorder::Recorder};
use crate::protocol::Opening;

/// How long each step of the ladder waits for the process to end.
const STEP: Duration = Duration::from_secs(1);

/// The same where nothing is to be seen any more.
const HURRIED: Duration = Duration::from_millis(200);

/// Ends the engine, whatever state it is in. True if it lived but answered nothing any more.
pub(crate) fn end(recorder: &mut Recorder<'_>, unmet: Option<&Unmet>) -> bool {
    if recorder.done() {
        return false;
    }
    if recorder.input_closed {
        // Nothing can be said any more; an engine that is left alone ends by itself.
        let started = recorder.link.now();
        recorder.pump(started + recorder.settings.patience);
        recorder.silence(started);
        ladder(recorder);
        return false;
    }
    if let Some(opening) = recorder.opening {
        return leave(recorder, unmet, &opening);
    }
    let hung = unmet.is_some_and(|it| recorder.deaf || is_deaf(recorder, it) || !alive(recorder));
    if !hung {
        interrupt(recorder);
    }
    // Nobody waits long for what does not answer, nor for what never shook hands.
    let stranger = unmet.is_some() && recorder.dialogue.ping().is_none();
    farewell(recorder, hung || stranger);
    ladder(recorder);
    hung
}

/// Ends the conversation as the interface does that the session takes the part of: without a proof of life.
fn leave(recorder: &mut Recorder<'_>, unmet: Option<&Unmet>, opening: &Opening) -> bool {
    interrupt(recorder);
    let patience = opening.quit_timeout.mul_f64(recorder.settings.scale);
    if let Some(beat) = recorder
        .dialogue
        .quit_exchange()
        .filter(|_| !recorder.done())
    {
        recorder.beat(&beat, patience);
    }
    if !recorder.done() {
        let started = recorder.link.now();
        recorder.pump(started + patience);
        recorder.silence(started);
    }
    let hung = unmet.is_some_and(|it| it.in_vain) && !recorder.done();
    ladder(recorder);
    hung
}

/// Whether it was the proof of life itself that did not come.
fn is_deaf(recorder: &Recorder<'_>, unmet: &Unmet) -> bool {
    let Some(beat) = recorder.dialogue.ping() else {
        return false;
    };
    let wanted = unmet.expected.split_once(' ').map(|(_, it)| it.as_bytes());
    unmet.in_vain && wanted == Some(beat.answer.source())
}

/// Whether the engine still answers. An engine that never shook hands owes no proof of life.
fn alive(recorder: &mut Recorder<'_>) -> bool {
    let Some(beat) = recorder.dialogue.ping() else {
        return true;
    };
    let patience = recorder.settings.patience;
    recorder.beat(&beat, patience) || recorder.done()
}

fn interrupt(recorder: &mut Recorder<'_>) {
    if let Some(beat) = recorder.dialogue.interrupt() {
        let patience = 2 * step(recorder);
        recorder.beat(&beat, patience);
    }
}

fn step(recorder: &Recorder<'_>) -> Duration {
    let step = if recorder.hurried { HURRIED } else { STEP };
    step.mul_f64(recorder.settings.scale)
}

fn farewell(recorder: &mut Recorder<'_>, brief: bool) {
    let beat = recorder.dialogue.quit_exchange();
    let patience = if brief {
        step(recorder)
    } else {
        recorder.settings.patience
    };
    if recorder.done() {
        return;
    }
    // Without the answer the end of the process may still come, and that is waited for next.
    if beat.is_none_or(|beat| recorder.beat(&beat, patience)) {
        let started = recorder.link.now();
        recorder.pump(started + patience);
        recorder.silence(started);
    }
}

fn ladder(recorder: &mut Recorder<'_>) {
    let step = step(recorder);
    for rung in 0..3 {
        if recorder.done() {
            return;
        }
        match rung {
            0 => recorder.close_input(),
            1 => recorder.link.terminate(),
            _ => recorder.link.kill(),
        }
        recorder.pump(recorder.link.now() + step);
    }
    bury(recorder);
}

/// Waits for the end of an engine that has been killed.
pub(super) fn bury(recorder: &mut Recorder<'_>) {
    // A killed process ends; if the link cannot say so, the transcript must not wait for it.
    while !recorder.done() {
        recorder.link.kill();
        recorder.pump(recorder.link.now() + 10 * step(recorder));
        recorder.give_up();
    }
}
