//! `@handshake NAME` and `@game`: a conversation as a certain interface holds it.

use std::time::Duration;

use super::{
    Unmet, conduct,
    play::unmet,
    recorder::{Recorder, Unread},
};
use crate::{
    protocol::{Opening, Reply},
    transcript::{GameSpec, Step},
};

/// How late an interface of this kind takes note of a clock that has run out: the stopping time of the league.
const STOPPING: Duration = Duration::from_millis(200);

/// Opens the conversation as the interface of that name does. False if the engine ended.
pub(super) fn open(recorder: &mut Recorder<'_>, name: &str, settled: &mut bool) -> bool {
    let Some(opening) = recorder.dialogue.opening(name) else {
        return false;
    };
    recorder.unread.clear();
    recorder.say(opening.command.to_vec());
    await_start(recorder, &opening);
    if recorder.done() {
        return false;
    }
    for line in recorder.dialogue.after_opening(name) {
        recorder.say(line);
    }
    recorder.opening = Some(opening);
    conduct::settle(recorder, settled);
    true
}

/// Waits for the line that ends the opening. Without it the conversation goes on all the same.
fn await_start(recorder: &mut Recorder<'_>, opening: &Opening) {
    let started = recorder.link.now();
    let startup = recorder.settings.startup;
    let (kind, patience) = recorder.patience(opening.begins_with, startup);
    loop {
        while let Some((_, unread)) = recorder.unread.pop_front() {
            if matches!(&unread, Unread::Line(it) if it.starts_with(opening.begins_with)) {
                return;
            }
        }
        if recorder.done() {
            return;
        }
        if !recorder.hear_within(started, patience) {
            recorder.silence(started);
            recorder.learn(kind);
            return;
        }
    }
}

/// Lets the engine play both sides of a game on a falling clock.
pub(super) fn game(recorder: &mut Recorder<'_>, step: &Step, spec: GameSpec) -> Result<(), Unmet> {
    let Some(mut game) = recorder.protocol.game() else {
        return Err(unmet(step, "there are no games in this protocol"));
    };
    let scale = recorder.settings.scale;
    let (mut mine, mut theirs) = (spec.time.mul_f64(scale), spec.time.mul_f64(scale));
    let increment = spec.increment.mul_f64(scale);
    for _ in 0..spec.turns {
        let clock = |time| recorder.dialogue.clock(time);
        let lines = game.turn(&clock(mine), &clock(increment), &clock(theirs));
        recorder.unread.clear();
        let started = recorder.link.now();
        for line in lines {
            recorder.say(line);
        }
        let mut reply = answer(recorder, game.as_mut(), started, mine);
        let mut interrupted = String::new();
        if reply.is_none() && !recorder.done() {
            if let Some(beat) = recorder.dialogue.interrupt() {
                interrupted = format!(" after `{}`", String::from_utf8_lossy(&beat.command));
                recorder.say(beat.command);
            }
            let now = recorder.link.now();
            reply = answer(recorder, game.as_mut(), now, STOPPING.mul_f64(scale));
            if reply.is_none() {
                recorder.silence(now);
            }
            // The game is lost on time, whatever came.
            reply = reply.map(|_| Reply::Over);
        }
        let spent = recorder.link.now().saturating_sub(started);
        match reply {
            Some(Reply::Continues) => (),
            Some(Reply::Over) => return Ok(()),
            None if recorder.done() => return Err(unmet(step, "the engine ended")),
            None => {
                let why = format!("the clock ran out, and nothing came{interrupted}");
                return Err(Unmet {
                    in_vain: true,
                    ..unmet(step, why)
                });
            }
        }
        mine = mine.saturating_sub(spent) + increment;
        std::mem::swap(&mut mine, &mut theirs);
    }
    Ok(())
}

/// What the game makes of the engine's answer; `None` if none came in time.
fn answer(
    recorder: &mut Recorder<'_>,
    game: &mut dyn crate::protocol::Game,
    started: Duration,
    patience: Duration,
) -> Option<Reply> {
    loop {
        while let Some((_, unread)) = recorder.unread.pop_front() {
            if let Unread::Line(line) = unread
                && let Some(reply) = game.reply(&line)
            {
                return Some(reply);
            }
        }
        // The clock of such an interface does not wait for a slow host: rules judge by the record.
        if recorder.done() || !recorder.hear(started + patience) {
            return None;
        }
    }
}
