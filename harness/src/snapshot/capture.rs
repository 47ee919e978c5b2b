//! Plays a snapshot to its end, even if lines differ, and captures the output after each command.

use std::ops::Range;

use crate::{
    message::{Message, message},
    session::{
        UnmetExpectation,
        recorder::{Recorder, UnreadOutput},
        script_player::{ExpectedOutput, PlaybackState, match_output, play_step},
    },
    transcript::{Pattern, Script, SessionEnd, Speaker, Step, StepKind},
};

/// The output between two actions of a script.
pub(super) struct OutputSection {
    /// The indices of the script's steps between the two actions of the section; these steps contain the expected
    /// output.
    pub(super) steps: Range<usize>,
    /// The received lines (and unterminated output), each with the index of its event.
    pub(super) received_output: Vec<(usize, UnreadOutput)>,
    /// Whether the engine did not send a required answer before the timeout.
    has_answer_timed_out: bool,
}

/// The result of playing a script to its end.
pub(super) struct PlaybackOutput {
    pub(super) sections: Vec<OutputSection>,
    /// How the engine ended, if the engine ended while the script was played.
    pub(super) end: Option<SessionEnd>,
    /// The step that could not be executed.
    pub(super) failed_step: Option<UnmetExpectation>,
    /// The reason why the output must not be accepted as a snapshot.
    pub(super) rejection_reason: Option<Message>,
}

/// Plays all actions of the script. An unmet expectation does not end the run; only an action that fails ends the run
/// early.
pub(super) fn run_actions(recorder: &mut Recorder<'_>, script: &Script) -> PlaybackOutput {
    // In a script without expectations, each command is followed by a wait for its required
    // answers.
    let bare = !script.steps.iter().any(|it| is_expectation(&it.kind));
    let mut pending = PlaybackState::default();
    let (mut sections, mut stopped) = (Vec::new(), None);
    let (mut from, mut due) = (0, false);
    for (index, step) in script.steps.iter().enumerate() {
        if !is_action(step) {
            continue;
        }
        sections.push(capture_section(
            recorder,
            &script.steps,
            from..index,
            due,
            bare,
        ));
        from = index + 1;
        if recorder.was_interrupted {
            break;
        }
        if let StepKind::End(end) = &step.kind {
            if *end != SessionEnd::Cut {
                await_exit(recorder, &mut sections);
            }
            break;
        }
        if let Err(unmet) = play_step(recorder, step, &mut pending) {
            stopped = Some(unmet);
            break;
        }
        due = recorder.dialogue.expects_output();
    }
    if stopped.is_none() {
        let rest = from..script.steps.len();
        sections.push(capture_section(recorder, &script.steps, rest, due, bare));
        if was_asked_to_exit(recorder) && !has_end_step(script) {
            await_exit(recorder, &mut sections);
        }
    }
    let end = recorder.engine_end().cloned();
    let hangs = sections.iter().any(|it| it.has_answer_timed_out);
    PlaybackOutput {
        rejection_reason: rejection_reason(recorder, hangs, end.as_ref()),
        sections,
        end,
        failed_step: stopped,
    }
}

/// Returns the reason why the output must not be accepted: the engine hung, crashed or exited too
/// early.
fn rejection_reason(
    recorder: &Recorder<'_>,
    hangs: bool,
    end: Option<&SessionEnd>,
) -> Option<Message> {
    match end {
        _ if hangs => Some(message!(
            "answer_not_sent",
            "the engine did not send a required answer"
        )),
        Some(SessionEnd::Exit(0)) if was_asked_to_exit(recorder) => None,
        Some(SessionEnd::Exit(0)) => Some(message!(
            "exited_early",
            "the engine exited before it was asked to end"
        )),
        Some(end) => end.description(),
        None => None,
    }
}

fn was_asked_to_exit(recorder: &Recorder<'_>) -> bool {
    recorder.input_closed || recorder.dialogue.quit_exchange().is_none()
}

/// Whether a step is an action, not an expectation and not a setting of the whole script.
pub(super) fn is_action(step: &Step) -> bool {
    match &step.kind {
        StepKind::Send(_)
        | StepKind::Chunk(Speaker::Interface, _)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::End(_) => true,
        StepKind::Directive { name, .. } => ACTION_DIRECTIVES.contains(&name.as_str()),
        StepKind::Blank
        | StepKind::Comment
        | StepKind::Chunk(Speaker::Engine, _)
        | StepKind::Expect(_)
        | StepKind::Match(_)
        | StepKind::Forbid(_)
        | StepKind::Skip
        | StepKind::Stderr(_)
        | StepKind::Fact(_) => false,
    }
}

/// Whether the script says how the session ends.
pub(super) fn has_end_step(script: &Script) -> bool {
    let is_end = |it: &Step| matches!(it.kind, StepKind::End(_));
    script.steps.iter().any(is_end)
}

/// The directives that a snapshot plays as actions; most of them send lines to the engine.
const ACTION_DIRECTIVES: [&str; 8] = [
    "ready",
    "handshake",
    "game",
    "idle",
    "measure",
    "setoption",
    "each-option",
    "each-option-wrong",
];

/// Whether a step is an expectation.
pub(super) fn is_expectation(kind: &StepKind) -> bool {
    expected_output(kind).is_some() || matches!(kind, StepKind::Forbid(_) | StepKind::Skip)
}

/// The output that a step expects.
pub(super) fn expected_output(kind: &StepKind) -> Option<ExpectedOutput<'_>> {
    match kind {
        StepKind::Expect(line) => Some(ExpectedOutput::Line(line)),
        StepKind::Match(pattern) => Some(ExpectedOutput::Match(pattern)),
        StepKind::Chunk(Speaker::Engine, bytes) => Some(ExpectedOutput::Bytes(bytes)),
        _ => None,
    }
}

/// Captures the output before the next action. If `due` is true, waits for the required answers; otherwise, waits for
/// the last expected line of the section.
fn capture_section(
    recorder: &mut Recorder<'_>,
    all: &[Step],
    steps: Range<usize>,
    due: bool,
    bare: bool,
) -> OutputSection {
    let expectations: Vec<&Step> = all[steps.clone()]
        .iter()
        .filter(|it| expected_output(&it.kind).is_some())
        .collect();
    let last = expectations.last().copied();
    let alike = |it: &&&Step| last.is_some_and(|last| last.kind == it.kind);
    let times = expectations.iter().filter(alike).count();
    let due = due && (bare || last.is_some());
    let started = recorder.link.now();
    let (mut received, mut hangs) = (Vec::new(), false);
    let (mut met, mut seen) = (0, 0);
    loop {
        received.extend(recorder.unread_output.drain(..));
        met += last.map_or(0, |it| {
            count_matching_lines(recorder, it, &received[seen..])
        });
        seen = received.len();
        let met = last.is_none() || met >= times;
        let over = if due {
            !recorder.dialogue.expects_output()
        } else {
            met
        };
        if over || recorder.has_ended() {
            break;
        }
        if !recorder.record_next_event_within(started, recorder.settings.line_timeout) {
            recorder.record_silence(started);
            hangs = due;
            break;
        }
    }
    store_captures(recorder, &expectations, &received);
    OutputSection {
        steps,
        received_output: received,
        has_answer_timed_out: hangs,
    }
}

/// Counts the received lines that meet the expectation of a step.
fn count_matching_lines(
    recorder: &Recorder<'_>,
    step: &Step,
    received: &[(usize, UnreadOutput)],
) -> usize {
    let meets = |it: &&(usize, UnreadOutput)| {
        let wanted = expected_output(&step.kind);
        wanted.is_some_and(|wanted| match_output(recorder.protocol, &wanted, &it.1).is_some())
    };
    received.iter().filter(meets).count()
}

/// Stores the captures of received lines, which later lines of the script can use.
fn store_captures(
    recorder: &mut Recorder<'_>,
    expectations: &[&Step],
    received: &[(usize, UnreadOutput)],
) {
    let mut rest = received.iter();
    for step in expectations {
        let names = |it: &Pattern| it.capture_names().next().is_some();
        let wanted = match &step.kind {
            StepKind::Match(pattern) if names(pattern) => ExpectedOutput::Match(pattern),
            _ => continue,
        };
        let mut tried = rest.clone();
        if let Some(captures) = tried.find_map(|it| match_output(recorder.protocol, &wanted, &it.1))
        {
            recorder.captures.merge(captures);
            rest = tried;
        }
    }
}

/// Waits for the engine to exit, and adds the output of this time to the last section.
fn await_exit(recorder: &mut Recorder<'_>, sections: &mut [OutputSection]) {
    let started = recorder.link.now();
    recorder.record_until(started + recorder.settings.line_timeout);
    recorder.record_silence(started);
    if let Some(last) = sections.last_mut() {
        last.has_answer_timed_out |= !recorder.has_ended;
        last.received_output
            .extend(recorder.unread_output.drain(..));
    }
}
