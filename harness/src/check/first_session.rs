//! The first session: starts the engine and runs the handshake. If the handshake fails, the report contains the reason.

use std::sync::{
    Arc,
    mpsc::{self, Sender},
};

use super::{
    RunState,
    circuit_breaker::SessionPurpose,
    select::{self, SelectedScenario},
    session_result::{SessionResult, summarize_session},
};
use crate::{
    launch::detect::{self, UNFLUSHED_HINT, stderr_hint},
    link,
    message::{Message, Problem, message},
    protocol::{self, Protocol},
    readable::{readable_text, truncate_text},
    scenarios::{Scenario, ScenarioOrigin},
    session::{
        self, OverdueWaitObserver, PlayedSession, SessionSettings, TimeoutHistory,
        UnmetExpectation, WaitKind,
    },
    transcript::{Event, EventKind, Script, Speaker},
};

/// The name that reports use for the first session.
pub(super) const FIRST_SESSION_NAME: &str = "start";

/// The time limit for trying the handshakes of other protocols.
const OTHER_PROTOCOLS_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(3);

/// The outcome of the first session.
#[derive(Default)]
pub(super) struct FirstSessionResult {
    pub(super) engine_name: Option<String>,
    /// True if the engine did not start or did not complete its handshake.
    pub(super) has_failed: bool,
    /// The reason of the failure, for the report.
    pub(super) failure_reason: Option<Problem>,
    /// The judged first session, kept if the handshake was not answered or the engine hung.
    pub(super) session: Option<SessionResult>,
    /// Warnings about options that the user gave.
    pub(super) warnings: Vec<Message>,
}

/// The line number of the handshake in the script of the first session.
const HANDSHAKE_LINE_NUMBER: usize = 1;

/// Starts the engine, runs the handshake and ends the engine. The session is played again if the engine completes the
/// handshake and then hangs, or if the handshake fails and a busy host may be the reason. After a second play, only the
/// second result counts.
pub(super) fn play_first_session(run: &RunState<'_>) -> FirstSessionResult {
    let mut started = FirstSessionResult {
        engine_name: None,
        has_failed: true,
        failure_reason: None,
        session: None,
        warnings: Vec::new(),
    };
    let played = match play_attempts(run) {
        Ok(played) => played,
        Err(problem) => {
            started.failure_reason = Some(problem);
            return started;
        }
    };
    started
        .engine_name
        .clone_from(&played.judge_result.engine_name);
    started.has_failed = !completed_handshake(run, &played) && !played.was_interrupted;
    if started.has_failed {
        started.failure_reason = Some(describe_handshake_failure(run, &played));
    }
    if !started.has_failed {
        started.warnings.clone_from(&played.settings_without_effect);
    }
    let unanswered = !played.judge_result.is_handshake_done;
    if started.has_failed || unanswered || (played.has_hung && !played.was_interrupted) {
        let chosen = SelectedScenario {
            scenario: Scenario::new(
                FIRST_SESSION_NAME,
                first_session_script(run),
                ScenarioOrigin::Embedded,
            ),
            rules: run.request.selection.rules.clone(),
            event_line_numbers: Vec::new(),
            recording_file: None,
        };
        started.session = Some(summarize_session(run, &chosen, played, None));
    }
    started
}

/// The script of the first session: the handshake that the profile needs, and one request such as `isready`. If the
/// engine does not answer this request (such as `isready`) in time, all later sessions wait a shorter time for its
/// answer.
fn first_session_script(run: &RunState<'_>) -> Script {
    let profile = run
        .request
        .profile
        .as_deref()
        .unwrap_or(select::FULL_PROFILE);
    let script = run.request.protocol.startup_test_script(profile);
    Script::parse(script).unwrap_or_default()
}

/// Plays the first session, and plays it a second time if that is necessary; the error contains the reason why the
/// engine does not start. The second attempt starts as soon as an answer is overdue, while the first attempt still
/// waits.
fn play_attempts(run: &RunState<'_>) -> Result<PlayedSession, Problem> {
    let (report_overdue_wait, overdue_waits) = mpsc::channel();
    let observer = OverdueAnswerObserver {
        handshake_answers: handshake_answers(run),
        overdue_wait_sender: report_overdue_wait,
    };
    let play_early = move || {
        if run.request.jobs < 2 {
            return None;
        }
        // The thread waits until an answer is overdue, or until the first attempt ends and drops the observer.
        overdue_waits.recv().ok().map(|()| play_attempt(run, None))
    };
    let play_first = || play_attempt(run, Some(observer));
    let (early, first) = link::pool::run_two_in_parallel(play_early, play_first);
    let first = first?;
    count_attempt(run, 1, &first.session);
    if !needs_second_attempt(run, &first.session) {
        return Ok(first.session);
    }
    let second = early.unwrap_or_else(|| play_attempt(run, None))?;
    run.timeout_history.extend(&second.timeout_history);
    count_attempt(run, 2, &second.session);
    Ok(second.session)
}

/// A play of the first session.
struct Attempt {
    session: PlayedSession,
    timeout_history: Arc<TimeoutHistory>,
}

/// Starts the second attempt when an answer after the handshake is overdue although the engine uses no processor time.
#[derive(Debug)]
struct OverdueAnswerObserver {
    handshake_answers: Vec<Vec<u8>>,
    overdue_wait_sender: Sender<()>,
}

impl OverdueWaitObserver for OverdueAnswerObserver {
    fn on_overdue_wait(&self, kind: &WaitKind, uses_no_processor: bool) {
        let in_handshake = self.handshake_answers.iter().any(|it| kind.awaits(it));
        if uses_no_processor && !in_handshake {
            // The call of `send` fails if the second attempt has already begun, because the receiver is dropped when
            // this attempt begins.
            let _ = self.overdue_wait_sender.send(());
        }
    }

    fn on_wait_ended(&self) {}
}

fn handshake_answers(run: &RunState<'_>) -> Vec<Vec<u8>> {
    let exchanges = run.request.protocol.new_dialogue().handshake();
    let answers = exchanges.iter().map(|it| it.answer_pattern().to_vec());
    answers.collect()
}

/// Plays the first session once. A call with an `observer` is the first attempt, and a call without one is the second
/// attempt.
fn play_attempt(
    run: &RunState<'_>,
    observer: Option<OverdueAnswerObserver>,
) -> Result<Attempt, Problem> {
    let request = run.request;
    let mut link = link::start_engine_link(&request.engine_spec).map_err(|err| err.problem())?;
    // A single timeout may be an accident, so the first attempt does not shorten the waits of later sessions.
    let history = Arc::<TimeoutHistory>::default();
    let settings = SessionSettings {
        timeout_history: observer.is_none().then(|| Arc::clone(&history)),
        event_listener: None,
        overdue_wait_observer: observer.map(|it| Arc::new(it) as _),
        ..request.settings.clone()
    };
    let played = session::play_session(
        request.protocol,
        link.as_mut(),
        &first_session_script(run),
        &settings,
    );
    Ok(Attempt {
        session: played,
        timeout_history: history,
    })
}

fn count_attempt(run: &RunState<'_>, attempt: usize, played: &PlayedSession) {
    let purpose = match attempt {
        1 => SessionPurpose::FirstPlay,
        _ => SessionPurpose::Replay {
            has_hung: true,
            runs_alone: true,
        },
    };
    run.breaker.count_session(played, purpose);
    let name = run.request.protocol.name();
    let id = format!("{name}/{FIRST_SESSION_NAME}");
    let transcript = &played.transcript;
    run.observer
        .session_recorded(name, &id, attempt, transcript);
}

fn needs_second_attempt(run: &RunState<'_>, played: &PlayedSession) -> bool {
    match completed_handshake(run, played) {
        true => played.has_hung,
        false => played.was_delayed_by_host() && !played.was_interrupted,
    }
}

/// True if the engine completed its handshake in time. A script with `@handshake` continues even if
/// the handshake is not answered.
fn completed_handshake(run: &RunState<'_>, played: &PlayedSession) -> bool {
    let unshaken = |it: &UnmetExpectation| it.line_number == HANDSHAKE_LINE_NUMBER;
    let goes_on = first_session_script(run).directive("handshake").is_some();
    (played.judge_result.is_handshake_done || goes_on)
        && !played.unmet_expectation.as_ref().is_some_and(unshaken)
}

/// The message about a failed handshake: the sent command, the output of the engine, and hints.
fn describe_handshake_failure(run: &RunState<'_>, played: &PlayedSession) -> Problem {
    let protocol = run.request.protocol;
    let beats = protocol.new_dialogue().handshake();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let command = beats
        .first()
        .map(|it| text(&it.command))
        .unwrap_or_default();
    let answer = beats
        .last()
        .map(|it| text(it.answer_pattern()))
        .unwrap_or_default();
    let echoes = engine_lines_before_timeout(played)
        .first()
        .is_some_and(|it| *it == command);
    let mut sentences = vec![message!(
        "handshake_failed",
        "The engine did not complete its {protocol} handshake (sent `{command}`, expected `{answer}`): {why}",
        protocol = protocol.title(),
        command,
        answer,
        why = describe_engine_output(run, played),
    )];
    let mut help = Vec::new();
    if echoes {
        help.push(message!(
            "engine_echoes",
            "The program repeats the lines that it receives: is it an engine?"
        ));
    }
    if answered_only_after_quit(run, played) {
        help.push(UNFLUSHED_HINT);
    }
    sentences
        .extend(protocol::find_crash_cause(&played.transcript).map(|it| stderr_hint(&it.error)));
    help.extend(find_other_protocol(run).map(|it| {
        message!(
            "answers_like_another",
            "The engine answers like a {protocol} engine; try `--protocol {name}`",
            protocol = it.title(),
            name = it.name(),
        )
    }));
    Problem { sentences, help }
}

/// True if the engine sent its answers only after `quit`, probably because it does not flush its output.
fn answered_only_after_quit(run: &RunState<'_>, played: &PlayedSession) -> bool {
    let events = &played.transcript.events;
    let patient = events
        .iter()
        .position(|it| matches!(it.kind, EventKind::Silence(_)));
    let dialogue = run.request.protocol.new_dialogue();
    let beats = dialogue.handshake();
    let (Some(patient), Some(beat)) = (patient, beats.last()) else {
        return false;
    };
    events[patient..].iter().any(|it| match &it.kind {
        EventKind::Line(Speaker::Engine, line) => dialogue.is_answer(beat, line),
        _ => false,
    })
}

/// A message with the output that the engine sent instead of the answer.
fn describe_engine_output(run: &RunState<'_>, played: &PlayedSession) -> Message {
    let lines = engine_lines_before_timeout(played);
    let seconds = run.request.settings.startup_timeout.as_secs_f64();
    let seconds = seconds.to_string();
    match (lines.first(), lines.len(), describe_early_end(played)) {
        (None, _, Some(end)) => {
            message!(
                "ended_silently",
                "the engine printed nothing, and {end}",
                end
            )
        }
        (None, _, None) => message!(
            "silent_since_start",
            "the engine printed nothing for {seconds} s",
            seconds
        ),
        (Some(line), 1, Some(end)) => {
            message!(
                "ended_after_line",
                "the engine printed `{line}`, and {end}",
                line,
                end
            )
        }
        (Some(line), 1, None) => message!(
            "silent_after_line",
            "the engine printed `{line}`, and nothing more for {seconds} s",
            line,
            seconds
        ),
        (Some(line), count, None) => message!(
            "other_lines",
            "the engine printed {count} other lines in {seconds} s, the first one `{line}`",
            count,
            seconds,
            line
        ),
        (Some(line), count, Some(end)) => message!(
            "ended_after_lines",
            "the engine printed {count} other lines, the first one `{line}`, and {end}",
            count,
            line,
            end
        ),
    }
}

/// Describes how the engine ended, or that it was killed because of its output, if this happened before the handshake
/// timed out.
fn describe_early_end(played: &PlayedSession) -> Option<Message> {
    events_before_timeout(played).find_map(|it| match &it.kind {
        EventKind::Fact(fact) => protocol::exceeded_limit(fact).map(|size| {
            message!(
                "more_output_than_stored",
                "the engine's output was more than a session stores ({size})",
                size
            )
        }),
        EventKind::End(end) => end.description(),
        _ => None,
    })
}

/// The events before the handshake timed out.
fn events_before_timeout(played: &PlayedSession) -> impl Iterator<Item = &Event> {
    let patient = |it: &&Event| !matches!(it.kind, EventKind::Silence(_));
    played.transcript.events.iter().take_while(patient)
}

/// The engine's output lines, shortened and without control characters.
fn engine_lines_before_timeout(played: &PlayedSession) -> Vec<String> {
    let lines = events_before_timeout(played).filter_map(|it| match &it.kind {
        EventKind::Line(Speaker::Engine, bytes) | EventKind::Chunk(Speaker::Engine, bytes) => {
            Some(shorten_line(bytes))
        }
        _ => None,
    });
    lines.collect()
}

fn shorten_line(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(400)];
    truncate_text(&readable_text(start), 80)
}

/// Finds another protocol whose handshake the engine answers.
fn find_other_protocol(run: &RunState<'_>) -> Option<&'static dyn Protocol> {
    let request = run.request;
    let own = request.protocol.name();
    let others: Vec<_> = protocol::ALL_PROTOCOLS
        .iter()
        .copied()
        .filter(|it| it.name() != own)
        .collect();
    let probe = detect::probe_protocols(
        &request.engine_spec,
        &others,
        OTHER_PROTOCOLS_TIMEOUT.mul_f64(request.settings.timeout_scale),
    );
    probe.ok()?.answered_protocols.first().copied()
}
