//! What every session does in the same way: it shakes hands, sets what the user wants, comes to rest.

use std::time::Duration;

use super::recorder::Recorder;
use crate::protocol::Interface;

/// The handshake, and what belongs to it. False if the engine did not get through.
pub(super) fn shake_hands(recorder: &mut Recorder<'_>, settled: &mut bool) -> bool {
    for beat in recorder.dialogue.handshake() {
        if !recorder.beat(&beat, recorder.settings.startup) {
            return false;
        }
    }
    if recorder.await_rest() {
        recorder.unread.clear();
    }
    for line in recorder.dialogue.initial_options() {
        recorder.say(line);
    }
    settle(recorder, settled);
    true
}

/// Sends what the user wants every session to begin with, once. What it is answered is not for a script.
pub(super) fn settle(recorder: &mut Recorder<'_>, settled: &mut bool) {
    let options = recorder.settings.options.iter();
    let options =
        options.filter_map(|(name, value)| recorder.dialogue.setoption(name, value, false));
    let lines: Vec<Vec<u8>> = options.chain(recorder.settings.init.clone()).collect();
    if std::mem::replace(settled, true) || lines.is_empty() {
        return;
    }
    recorder.await_rest();
    let heard = recorder.unread.len();
    for line in lines {
        recorder.say(line);
    }
    if recorder.await_rest() {
        recorder.unread.truncate(heard);
    }
}

/// How long a small search is heard out before it is told to stop.
const MOMENT: Duration = Duration::from_millis(20);

/// Brings the engine to rest, whatever it is busy with, and makes sure that it answers.
pub(super) fn come_to_rest(recorder: &mut Recorder<'_>) -> bool {
    let patience = recorder.settings.patience;
    let until = recorder.link.now() + MOMENT.mul_f64(recorder.settings.scale);
    while recorder.dialogue.ends_soon() && !recorder.done() && recorder.hear(until) {}
    for beat in [Interface::interrupt, Interface::ping] {
        let Some(beat) = beat(&**recorder.dialogue) else {
            continue;
        };
        let answered = recorder.beat(&beat, patience);
        recorder.await_rest();
        if !answered || recorder.dialogue.owes() {
            // What does not answer this now will not answer it when it is asked again.
            recorder.deaf = recorder.has_proof_of_life(&beat) && !answered;
            return false;
        }
    }
    true
}
