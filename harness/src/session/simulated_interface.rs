//! Plays the directives `@handshake NAME` and `@game`, which simulate a certain interface, such as the emulator of a
//! league.

use std::time::Duration;

use super::{
    UnmetExpectation, handshake,
    recorder::{Recorder, UnreadOutput},
    script_player::{engine_ended_reason, unmet_expectation_of_step},
};
use crate::{
    message::message,
    protocol::{GameStatus, SessionStart},
    transcript::{GameSpec, Step},
};

/// How long the simulated interface still accepts an answer after the clock ran out: the stopping time of the league.
const STOP_GRACE_TIME: Duration = Duration::from_millis(200);

/// Opens the conversation as the interface `name` does. Returns false if the engine ended, or if the protocol does not
/// simulate this interface.
pub(super) fn open_conversation(
    recorder: &mut Recorder<'_>,
    name: &str,
    initial_lines_sent: &mut bool,
) -> bool {
    let Some(opening) = recorder.dialogue.session_start(name) else {
        return false;
    };
    recorder.unread_output.clear();
    recorder.send_line(opening.command.to_vec());
    await_session_start_answer(recorder, &opening);
    if recorder.has_ended() {
        return false;
    }
    for line in recorder.dialogue.commands_after_start(name) {
        recorder.send_line(line);
    }
    recorder.session_start = Some(opening);
    handshake::send_initial_lines(recorder, initial_lines_sent);
    true
}

/// Waits for the line by which the engine answers the opening of the conversation. If the engine does not answer before
/// the timeout, the conversation continues without the answer.
fn await_session_start_answer(recorder: &mut Recorder<'_>, opening: &SessionStart) {
    let started = recorder.link.now();
    let startup_timeout = recorder.settings.startup_timeout;
    let (kind, timeout) = recorder.wait_kind_and_timeout(opening.answer_prefix, startup_timeout);
    loop {
        while let Some((_, unread)) = recorder.unread_output.pop_front() {
            if matches!(&unread, UnreadOutput::Line(it) if it.starts_with(opening.answer_prefix)) {
                return;
            }
        }
        if recorder.has_ended() {
            return;
        }
        if !recorder.record_next_event_within(started, timeout) {
            recorder.record_silence(started);
            recorder.record_timeout(kind);
            return;
        }
    }
}

/// Lets the engine play both sides of a game, with a clock for each side.
pub(super) fn play_game(
    recorder: &mut Recorder<'_>,
    step: &Step,
    spec: GameSpec,
) -> Result<(), UnmetExpectation> {
    let Some(mut game) = recorder.protocol.self_play_game() else {
        return Err(unmet_expectation_of_step(
            step,
            message!("game_unsupported", "this protocol does not support `@game`"),
        ));
    };
    let scale = recorder.settings.timeout_scale;
    let (mut mine, mut theirs) = (
        spec.initial_time.mul_f64(scale),
        spec.initial_time.mul_f64(scale),
    );
    let increment = spec.increment.mul_f64(scale);
    for _ in 0..spec.turns {
        let clock = |time| recorder.dialogue.format_duration(time);
        let lines = game.next_turn_commands(&clock(mine), &clock(increment), &clock(theirs));
        recorder.unread_output.clear();
        let started = recorder.link.now();
        for line in lines {
            recorder.send_line(line);
        }
        let mut reply = await_game_answer(recorder, game.as_mut(), started, mine);
        let mut interrupt = None;
        if reply.is_none() && !recorder.has_ended() {
            if let Some(exchange) = recorder.dialogue.interrupt_exchange() {
                interrupt = Some(String::from_utf8_lossy(&exchange.command).into_owned());
                recorder.send_line(exchange.command);
            }
            let now = recorder.link.now();
            reply = await_game_answer(recorder, game.as_mut(), now, STOP_GRACE_TIME.mul_f64(scale));
            if reply.is_none() {
                recorder.record_silence(now);
            }
            // A side whose clock ran out has lost the game, even if the engine still answers.
            reply = reply.map(|_| GameStatus::GameOver);
        }
        let spent = recorder.link.now().saturating_sub(started);
        match reply {
            Some(GameStatus::Continues) => (),
            Some(GameStatus::GameOver) => return Ok(()),
            None if recorder.has_ended() => {
                return Err(unmet_expectation_of_step(
                    step,
                    engine_ended_reason(recorder),
                ));
            }
            None => {
                let why = match interrupt {
                    None => message!(
                        "no_result_on_clock",
                        "the clock ran out, and the engine sent no result"
                    ),
                    Some(command) => message!(
                        "no_result_after_interrupt",
                        "the clock ran out, and the engine sent no result after `{command}`",
                        command
                    ),
                };
                return Err(UnmetExpectation {
                    timed_out: true,
                    ..unmet_expectation_of_step(step, why)
                });
            }
        }
        mine = mine.saturating_sub(spent) + increment;
        std::mem::swap(&mut mine, &mut theirs);
    }
    Ok(())
}

/// Waits for the engine's answer and returns its effect on the game. Returns `None` if no answer was received in time.
fn await_game_answer(
    recorder: &mut Recorder<'_>,
    game: &mut dyn crate::protocol::SelfPlayGame,
    started: Duration,
    timeout: Duration,
) -> Option<GameStatus> {
    loop {
        while let Some((_, unread)) = recorder.unread_output.pop_front() {
            if let UnreadOutput::Line(line) = unread
                && let Some(reply) = game.read_answer(&line)
            {
                return Some(reply);
            }
        }
        // The simulated interface does not wait longer if the host is slow. Delays by the host are considered only when
        // the rules judge the session.
        if recorder.has_ended() || !recorder.record_next_event(started + timeout) {
            return None;
        }
    }
}
