//! Plays the steps of a script, up to the first unmet expectation.

use std::time::Duration;

use super::{
    UnmetExpectation, WaitKind,
    handshake::{self, ENGINE_NOT_IDLE, HANDSHAKE_NOT_COMPLETED},
    recorder::{Recorder, UnreadOutput},
    script_file, simulated_interface,
};
use crate::{
    message::{Message, message},
    protocol::Protocol,
    readable::readable_text,
    transcript::{
        Captures, Pattern, Script, SessionEnd, Speaker, Step, StepKind, game_spec,
        parse_repeat_argument,
    },
};

/// The output that a step expects.
pub(crate) enum ExpectedOutput<'a> {
    Line(&'a [u8]),
    Match(&'a Pattern),
    Bytes(&'a [u8]),
}

impl ExpectedOutput<'_> {
    /// Returns the expected text or pattern as it is written in the script, or `None` if the step expects raw bytes.
    fn expected_text(&self) -> Option<&[u8]> {
        match self {
            ExpectedOutput::Line(text) => Some(text),
            ExpectedOutput::Match(pattern) => Some(pattern.source()),
            ExpectedOutput::Bytes(_) => None,
        }
    }
}

pub(crate) const ENGINE_DID_NOT_EXIT: Message = message!("did_not_exit", "the engine did not exit");

const ENGINE_EXITED: Message = message!("engine_exited", "the engine exited");

/// The reason that is reported if an expectation cannot be met because the engine has ended.
pub(super) fn engine_ended_reason(recorder: &Recorder<'_>) -> Message {
    let end = recorder.engine_end().and_then(SessionEnd::description);
    end.unwrap_or(ENGINE_EXITED)
}

/// How much longer to wait for the expected result after the search has ended with another result.
const MAX_WAIT_AFTER_UNEXPECTED_RESULT: Duration = Duration::from_millis(500);

/// The effects of the steps so far on the next expectation: its timeout, and the lines that are skipped or forbidden
/// before it.
#[derive(Default)]
pub(crate) struct PlaybackState<'a> {
    next_timeout: Option<Duration>,
    skips_lines: bool,
    forbidden_patterns: Vec<&'a Pattern>,
    /// Whether the user's options and initial lines were already sent.
    initial_lines_sent: bool,
    /// The `@repeat` that is being played.
    repeat: Option<RunningRepeat>,
}

impl PlaybackState<'_> {
    /// Returns whether the line ends the current `@repeat`.
    fn ends_repeat(&mut self, recorder: &Recorder<'_>, unread: &UnreadOutput) -> bool {
        let Some(repeat) = &mut self.repeat else {
            return false;
        };
        let met = |it| {
            matches_pattern(recorder, it, unread)
                || is_accepted_as_answer(recorder, &ExpectedOutput::Match(it), unread)
        };
        let over = repeat.end_pattern.as_ref().is_some_and(met);
        if over {
            repeat.has_ended = true;
            self.forbidden_patterns.clear();
        }
        over
    }
}

/// A `@repeat` that is being played.
struct RunningRepeat {
    /// The index of the step with which each round of the `@repeat` begins.
    first_step_index: usize,
    /// The number of rounds of the `@repeat` that are left.
    rounds_left: u32,
    end_pattern: Option<Pattern>,
    /// The names that were already captured before the `@repeat`. If a round of the `@repeat` captures a name that was
    /// already captured before the `@repeat`, the new text is appended to the captured text.
    appended_captures: Vec<String>,
    /// Whether the line that ends the `@repeat` was received.
    has_ended: bool,
}

/// Plays all steps of the script. Returns the first unmet expectation, which ends the script.
pub(crate) fn run(recorder: &mut Recorder<'_>, script: &Script) -> Option<UnmetExpectation> {
    let mut pending = PlaybackState::default();
    let mut next = 0;
    while let Some(step) = script.steps.get(next) {
        if recorder.was_interrupted {
            return None;
        }
        next += 1;
        match step.directive() {
            Some(("needs", what)) if !recorder.dialogue.has_capability(what) => {
                recorder.missing_capability = Some(what.to_owned());
                return None;
            }
            Some(("repeat", text)) => pending.repeat = begin_repeat(recorder, text, next),
            Some(("end", _)) => match &mut pending.repeat {
                Some(repeat) if repeat.rounds_left > 0 && !repeat.has_ended => {
                    repeat.rounds_left -= 1;
                    next = repeat.first_step_index;
                }
                _ => pending.repeat = None,
            },
            _ => match play_step(recorder, step, &mut pending) {
                Err(unmet) => return Some(unmet),
                Ok(()) => {
                    if pending.repeat.as_ref().is_some_and(|it| it.has_ended) {
                        next += count_steps_before_end(&script.steps[next..]);
                    }
                }
            },
        }
    }
    None
}

fn begin_repeat(recorder: &Recorder<'_>, text: &str, start: usize) -> Option<RunningRepeat> {
    let (times, until) = parse_repeat_argument(text)?;
    let names = recorder.captures.iter().map(|(name, _)| name.to_owned());
    Some(RunningRepeat {
        first_step_index: start,
        rounds_left: times - 1,
        end_pattern: until,
        appended_captures: names.collect(),
        has_ended: false,
    })
}

/// Returns the number of steps that are left before the `@end` of the `@repeat`.
fn count_steps_before_end(steps: &[Step]) -> usize {
    let end = |it: &Step| it.directive().is_some_and(|(name, _)| name == "end");
    steps.iter().position(end).unwrap_or(steps.len())
}

/// Plays one step.
pub(crate) fn play_step<'a>(
    recorder: &mut Recorder<'_>,
    step: &'a Step,
    pending: &mut PlaybackState<'a>,
) -> Result<(), UnmetExpectation> {
    match &step.kind {
        StepKind::Send(template) => {
            let clock = |time| recorder.dialogue.format_duration(time);
            let line = template.fill_placeholders(&recorder.captures, &clock);
            let line = line.map_err(|name| {
                let why = message!(
                    "name_not_bound",
                    "no earlier line has captured {{{name}}}",
                    name
                );
                unmet_expectation_of_step(step, why)
            })?;
            recorder.send_line(line);
        }
        StepKind::Chunk(Speaker::Interface, bytes) => recorder.send_bytes(bytes),
        StepKind::Chunk(Speaker::Engine, bytes) => {
            for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
                await_expected_output(recorder, step, &ExpectedOutput::Bytes(piece), pending)?;
            }
        }
        StepKind::Expect(line) => {
            await_expected_output(recorder, step, &ExpectedOutput::Line(line), pending)?
        }
        StepKind::Match(pattern) => {
            await_expected_output(recorder, step, &ExpectedOutput::Match(pattern), pending)?
        }
        StepKind::Forbid(pattern) => pending.forbidden_patterns.push(pattern),
        StepKind::Skip => pending.skips_lines = true,
        StepKind::Pause(time) => recorder.record_pause(*time),
        StepKind::CloseInput => recorder.close_input(),
        StepKind::End(end) => await_expected_end(recorder, step, end)?,
        StepKind::Directive { name, text } => play_directive(recorder, step, name, text, pending)?,
        // Standard error and measurements in a recording are ignored when the recording is played
        // as a script.
        StepKind::Blank | StepKind::Comment | StepKind::Stderr(_) | StepKind::Fact(_) => (),
    }
    Ok(())
}

fn play_directive(
    recorder: &mut Recorder<'_>,
    step: &Step,
    name: &str,
    text: &str,
    pending: &mut PlaybackState<'_>,
) -> Result<(), UnmetExpectation> {
    match name {
        "within" => {
            let time = crate::transcript::parse_duration(text);
            pending.next_timeout = time.map(|it| it.mul_f64(recorder.settings.timeout_scale));
        }
        "ready" => {
            let done = handshake::run_handshake(recorder, &mut pending.initial_lines_sent);
            require_exchange_success(recorder, step, done, HANDSHAKE_NOT_COMPLETED)?;
        }
        "handshake" => {
            let open = simulated_interface::open_conversation(
                recorder,
                text,
                &mut pending.initial_lines_sent,
            );
            require_exchange_success(recorder, step, open, engine_ended_reason(recorder))?;
        }
        "stderr" => recorder.is_stderr_merged = text == "merged",
        "game" => {
            if let Some(spec) = game_spec(text) {
                simulated_interface::play_game(recorder, step, spec)?;
            }
        }
        "file" => {
            let written = script_file::write_file(recorder, text);
            written.map_err(|why| unmet_expectation_of_step(step, why))?;
        }
        "measure" => recorder.record_resource_usage(),
        "idle" => {
            let idle = handshake::make_engine_idle(recorder);
            require_exchange_success(recorder, step, idle, ENGINE_NOT_IDLE)?;
        }
        "each-option" | "each-option-wrong" => {
            for line in recorder
                .dialogue
                .setoption_lines_to_try(name != "each-option")
            {
                recorder.send_line(line);
                let Some(exchange) = recorder.dialogue.ping_exchange() else {
                    continue;
                };
                let timeout = recorder.settings.line_timeout;
                if !recorder.run_exchange(&exchange, timeout) {
                    let why = message!(
                        "setoption_unanswered",
                        "the engine did not answer after `setoption`"
                    );
                    return Err(UnmetExpectation {
                        timed_out: !recorder.has_ended(),
                        ..unmet_expectation_of_step(step, why)
                    });
                }
            }
        }
        "setoption" => {
            let announced = text.strip_suffix("if-announced").map(str::trim_end);
            let (option, value) = split_first_word(announced.unwrap_or(text));
            let line = recorder
                .dialogue
                .setoption_line(option, value, announced.is_some());
            if let Some(line) = line {
                recorder.send_line(line);
            }
        }
        _ => (),
    }
    Ok(())
}

/// Stores the captures of a met expectation. After the answer that ends the handshake, sends the initial lines.
fn apply_met_expectation(
    recorder: &mut Recorder<'_>,
    pending: &mut PlaybackState<'_>,
    output: &UnreadOutput,
    captures: Captures,
) {
    match &pending.repeat {
        Some(repeat) => recorder
            .captures
            .merge_and_append(captures, &repeat.appended_captures),
        None => recorder.captures.merge(captures),
    }
    pending.forbidden_patterns.clear();
    let UnreadOutput::Line(line) = output else {
        return;
    };
    let last_exchange = recorder.dialogue.handshake().pop();
    if last_exchange.is_some_and(|it| recorder.dialogue.is_answer(&it, line)) {
        handshake::send_initial_lines(recorder, &mut pending.initial_lines_sent);
    }
}

fn await_expected_output(
    recorder: &mut Recorder<'_>,
    step: &Step,
    wanted: &ExpectedOutput<'_>,
    pending: &mut PlaybackState<'_>,
) -> Result<(), UnmetExpectation> {
    let (kind, timeout) = timeout_for_output(recorder, wanted, pending.next_timeout.take());
    let skip = std::mem::take(&mut pending.skips_lines);
    let started = recorder.link.now();
    // The last received line with the same first word as the expected line, or with another result
    // of the search.
    let mut similar = None;
    let for_result = recorder.is_searching()
        && wanted
            .expected_text()
            .is_some_and(|it| recorder.dialogue.is_result_pattern(it));
    loop {
        while let Some((event, unread)) = recorder.unread_output.pop_front() {
            if pending.ends_repeat(recorder, &unread) {
                return Ok(());
            }
            if let Some(forbidden) =
                find_forbidden_line(recorder, &pending.forbidden_patterns, &unread)
            {
                return Err(with_event_index(
                    unmet_expectation_of_step(step, forbidden),
                    event,
                ));
            }
            let equivalent =
                is_accepted_as_answer(recorder, wanted, &unread).then(Captures::default);
            if let Some(captures) = match_output(recorder.protocol, wanted, &unread).or(equivalent)
            {
                apply_met_expectation(recorder, pending, &unread, captures);
                return Ok(());
            }
            if has_same_first_word(wanted, &unread)
                || for_result && is_search_result(recorder, &unread)
            {
                similar = Some((event, printable_output(&unread)));
            }
            if !skip {
                return Err(with_event_index(
                    unmet_expectation_of_step(step, received_instead_message(&unread)),
                    event,
                ));
            }
        }
        if recorder.has_ended() {
            return Err(with_similar_line(
                unmet_expectation_of_step(step, engine_ended_reason(recorder)),
                similar,
            ));
        }
        // The search has ended with another result, so the engine will probably not send the expected result.
        let other_result = for_result && !recorder.is_searching();
        let left = if other_result {
            timeout
                .min(recorder.link.now().saturating_sub(started) + MAX_WAIT_AFTER_UNEXPECTED_RESULT)
        } else {
            timeout
        };
        if !recorder.record_awaited_event(kind.as_ref(), started, left) {
            recorder.record_silence(started);
            let kind = kind.filter(|_| !other_result);
            if let Some(kind) = kind {
                recorder.record_timeout(kind);
            }
            let unmet = unmet_expectation_after_timeout(recorder, step, timeout, other_result);
            return Err(with_similar_line(unmet, similar));
        }
    }
}

/// Returns whether the judge accepts the received line as an answer, although the script expects another line.
fn is_accepted_as_answer(
    recorder: &Recorder<'_>,
    wanted: &ExpectedOutput<'_>,
    unread: &UnreadOutput,
) -> bool {
    match (wanted.expected_text(), unread) {
        (Some(wanted), UnreadOutput::Line(line)) => {
            recorder.dialogue.accepts_as_answer(wanted, line)
        }
        _ => false,
    }
}

/// Returns whether the received line has the same first word as the expected line.
fn has_same_first_word(wanted: &ExpectedOutput<'_>, unread: &UnreadOutput) -> bool {
    let first = |line: &[u8]| {
        let mut words = line.split(u8::is_ascii_whitespace);
        words.find(|it| !it.is_empty()).map(<[u8]>::to_vec)
    };
    let (UnreadOutput::Line(line) | UnreadOutput::Unterminated(line)) = unread;
    let (Some(word), Some(wanted)) = (first(line), wanted.expected_text().and_then(first)) else {
        return false;
    };
    // The first word of a pattern may be a choice, such as `(bestmove|nobestmove)`.
    let mut choices = wanted.split(|it| b"(|)".contains(it));
    choices.any(|it| it == word)
}

fn is_search_result(recorder: &Recorder<'_>, unread: &UnreadOutput) -> bool {
    matches!(unread, UnreadOutput::Line(line) if recorder.dialogue.is_result_pattern(line))
}

/// If a line similar to the expected line was received, adds this line to the reason of the unmet expectation.
fn with_similar_line(
    unmet: UnmetExpectation,
    similar: Option<(usize, String)>,
) -> UnmetExpectation {
    match similar {
        None => unmet,
        Some((event, line)) => UnmetExpectation {
            reason: message!(
                "unmet_but_similar",
                "{why}; got `{line}`",
                why = unmet.reason,
                line
            ),
            event_index: Some(event),
            ..unmet
        },
    }
}

/// Returns the unmet expectation for a line that was not received before the timeout.
fn unmet_expectation_after_timeout(
    recorder: &Recorder<'_>,
    step: &Step,
    timeout: Duration,
    other_result: bool,
) -> UnmetExpectation {
    let why = match other_result {
        true => message!(
            "other_result",
            "the search ended with a result that the script does not expect"
        ),
        false => message!(
            "line_timed_out",
            "timed out after {timeout}: no matching line",
            timeout,
        ),
    };
    let unmet = UnmetExpectation {
        timed_out: true,
        ..unmet_expectation_of_step(step, why)
    };
    with_event_index(unmet, recorder.event_count().saturating_sub(1))
}

/// Returns the kind and the timeout of the wait for a line. If the returned kind of the wait is `None`, later sessions
/// do not shorten this wait.
fn timeout_for_output(
    recorder: &Recorder<'_>,
    wanted: &ExpectedOutput<'_>,
    within: Option<Duration>,
) -> (Option<WaitKind>, Duration) {
    let full = recorder.settings.line_timeout;
    match (within, wanted.expected_text()) {
        (Some(within), _) => (None, within),
        (None, None) => (None, full),
        (None, Some(source)) => {
            let (kind, timeout) = recorder.wait_kind_and_timeout(source, full);
            (Some(kind), timeout)
        }
    }
}

pub(crate) fn match_output(
    protocol: &dyn Protocol,
    wanted: &ExpectedOutput<'_>,
    unread: &UnreadOutput,
) -> Option<Captures> {
    match (wanted, unread) {
        (ExpectedOutput::Line(text), UnreadOutput::Line(line)) => {
            equals_except_cr(text, line).then(Captures::default)
        }
        (ExpectedOutput::Match(pattern), UnreadOutput::Line(line)) => {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            pattern.matches(line, protocol.move_syntax())
        }
        (ExpectedOutput::Bytes(bytes), UnreadOutput::Line(line)) => {
            let whole = bytes.strip_suffix(b"\n");
            (whole == Some(line)).then(Captures::default)
        }
        (ExpectedOutput::Bytes(bytes), UnreadOutput::Unterminated(rest)) => {
            (*bytes == rest).then(Captures::default)
        }
        (ExpectedOutput::Line(_) | ExpectedOutput::Match(_), UnreadOutput::Unterminated(_)) => None,
    }
}

/// Returns whether a received line equals the expected text. A CR at the end of the received line is ignored, because
/// engines for Windows write CR LF.
fn equals_except_cr(text: &[u8], line: &[u8]) -> bool {
    text == line || line.strip_suffix(b"\r") == Some(text)
}

fn matches_pattern(recorder: &Recorder<'_>, pattern: &Pattern, unread: &UnreadOutput) -> bool {
    match_output(recorder.protocol, &ExpectedOutput::Match(pattern), unread).is_some()
}

fn find_forbidden_line(
    recorder: &Recorder<'_>,
    patterns: &[&Pattern],
    unread: &UnreadOutput,
) -> Option<Message> {
    let hit = patterns
        .iter()
        .find(|it| matches_pattern(recorder, it, unread))?;
    Some(message!(
        "forbidden_line",
        "the engine sent `{forbidden}`, which the script forbids here",
        forbidden = String::from_utf8_lossy(hit.source())
    ))
}

fn await_expected_end(
    recorder: &mut Recorder<'_>,
    step: &Step,
    wanted: &SessionEnd,
) -> Result<(), UnmetExpectation> {
    if matches!(wanted, SessionEnd::Cut | SessionEnd::Killed) {
        // If the script ends with `! cut` or `! killed`, the engine is not expected to end by itself: the session ends
        // the engine as usual.
        return Ok(());
    }
    let started = recorder.link.now();
    recorder.record_until(started + recorder.settings.line_timeout);
    if !recorder.has_ended {
        recorder.record_silence(started);
        return Err(unmet_expectation_of_step(step, ENGINE_DID_NOT_EXIT));
    }
    match recorder.engine_end() {
        Some(end) if end == wanted => Ok(()),
        Some(end) => {
            let why = end.description().unwrap_or(ENGINE_EXITED);
            Err(unmet_expectation_of_step(step, why))
        }
        None => {
            let why = message!("end_unknown", "it is unknown how the engine ended");
            Err(unmet_expectation_of_step(step, why))
        }
    }
}

/// Returns the result of a step with several exchanges, such as `@ready`; `met` is true if all exchanges succeeded.
fn require_exchange_success(
    recorder: &Recorder<'_>,
    step: &Step,
    met: bool,
    why: Message,
) -> Result<(), UnmetExpectation> {
    match met {
        true => Ok(()),
        false => Err(UnmetExpectation {
            timed_out: !recorder.has_ended(),
            ..unmet_expectation_of_step(step, why)
        }),
    }
}

pub(crate) fn unmet_expectation_of_step(step: &Step, why: Message) -> UnmetExpectation {
    UnmetExpectation {
        line_number: step.line,
        expected: String::from_utf8_lossy(&step.raw).trim_end().to_owned(),
        reason: why,
        timed_out: false,
        event_index: None,
    }
}

pub(crate) fn with_event_index(unmet: UnmetExpectation, event: usize) -> UnmetExpectation {
    UnmetExpectation {
        event_index: Some(event),
        ..unmet
    }
}

/// Returns the message that another line was received instead of the expected line.
pub(crate) fn received_instead_message(unread: &UnreadOutput) -> Message {
    message!("got_line", "got `{line}`", line = printable_output(unread))
}

pub(crate) fn printable_output(unread: &UnreadOutput) -> String {
    let (UnreadOutput::Line(bytes) | UnreadOutput::Unterminated(bytes)) = unread;
    let text = readable_text(bytes);
    text.chars().take(200).collect()
}

fn split_first_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(name, value)| (name, value.trim()))
}
