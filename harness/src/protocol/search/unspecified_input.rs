//! Unspecified input: lines of the interface whose effect the protocol does not specify. The
//! tracker stores whether the engine survived unspecified input.
//!
//! The protocol does not specify the effect of many lines (`UCCI T4`, `P6`, `G10`, `O37`), but no engine may crash or
//! hang on unspecified input. Every line of unspecified input is stored with its kind until the engine answers a later
//! command. If a line fits several kinds of unspecified input, only the most specific kind is stored.

use std::time::Duration;

use super::{
    AskedQuestion, Command, Deadline, Dialect, EndKind, EndRecord, EnginePhase, OverdueAnswer,
    PositionSpec, QuestionKind, Tracker, View, ViewEntry, position_after_moves,
    position_before_moves,
};
use crate::{
    message::{Message, message},
    protocol::lines::Line,
    rule::Findings,
    transcript::SessionEnd,
};

/// The time in which the engine must answer an `isready` after unspecified input. The protocol sets no limit for this
/// answer.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

/// A kind of unspecified input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum UnspecifiedInput<D: Dialect> {
    /// A line with a control character other than a tab or the bytes that end the line.
    ControlCharacter,
    NonAscii,
    /// A line of 4 KiB or more.
    LongLine,
    /// A `setoption` with a value of more than 1,000 bytes.
    LongOption,
    /// A line with a carriage return before the newline (`UCCI T6`).
    CrLf,
    Tabs,
    /// A line with blanks at its beginning or end, or with several blanks in a row.
    ExtraBlanks,
    EmptyLine,
    UnknownCommand,
    /// A line that was sent in several writes, or in one write with other lines.
    ChunkedLine,
    /// A command that is invalid during a search (`UCCI ST7`).
    CommandWhileThinking,
    GoWhileThinking,
    /// A `go` before any `position` command.
    GoWithoutPosition,
    /// A `go` without a valid mode, such as `depth` or `infinite`.
    GoWithoutMode,
    /// A `go` with a limit of 0 or of more than 32 bits.
    GoLimitOutOfRange,
    BrokenFen,
    IllegalMoves,
    /// A `position` with more than 300 moves.
    ManyMoves,
    SecondGreeting,
    PonderhitWhileIdle,
    /// A `setoption` of an announced option without a value or with an invalid value.
    InvalidOptionValue,
    /// A `setoption` of an announced option with a valid value. The effect of a valid value is
    /// specified, but an engine may crash on a valid value, too.
    ValidOptionValue,
    /// A kind of unspecified input that only this protocol has.
    DialectInput(D::UnspecifiedKind),
}

/// A line of unspecified input.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnspecifiedLine<D: Dialect> {
    pub(in crate::protocol) kind: UnspecifiedInput<D>,
    pub(in crate::protocol) entry: usize,
    /// The response that proves that the engine survived the line.
    pub(in crate::protocol) survival_proof: Option<usize>,
    /// True if the line is unspecified input only because of its form (its blanks, its end or its chunks), and the
    /// engine may have died of something else. The cause of a crash may instead be the command in the line, or earlier
    /// invalid input whose effect lasts. For example, an option `MultiPV` with a huge value may end the process only in
    /// the next search.
    pub(in crate::protocol) may_have_other_cause: bool,
}

impl<D: Dialect> View<D> {
    /// The unspecified input that the engine crashed on or hung on.
    pub(in crate::protocol) fn fatal_input(&self) -> Option<&UnspecifiedLine<D>> {
        let ending = self
            .session_end
            .as_ref()
            .filter(|_| self.exceeded_limit.is_none())?;
        let input = self
            .unspecified_lines
            .last()
            .filter(|it| it.survival_proof.is_none())?;
        let input = match ending.kind {
            EndKind::Crashed | EndKind::ExitedWithoutQuit => Some(input),
            EndKind::Hung(since) => (input.entry <= since).then_some(input),
            EndKind::Clean | EndKind::ExternalSignal | EndKind::HostLate => None,
        };
        input.filter(|it| !it.may_have_other_cause && self.is_only_possible_cause(it))
    }

    /// Whether this line is the only possible cause of a crash or hang. Other possible causes of a crash or hang are
    /// other kinds of unspecified input, and unusual `setoption` commands since the last answered `isready`.
    fn is_only_possible_cause(&self, input: &UnspecifiedLine<D>) -> bool {
        let others = self.unspecified_lines.iter().rev();
        let mut others = others.take_while(|it| it.survival_proof.is_none());
        if others.any(|it| it.kind != input.kind) {
            return false;
        }
        let proofs = self
            .questions
            .iter()
            .filter(|it| it.kind == QuestionKind::IsReady);
        let proven = proofs
            .filter(|it| it.answer_entry.is_some())
            .map(|it| it.entry);
        let since = proven.filter(|it| *it < input.entry).max().unwrap_or(0);
        let mut before = self.entries[since..input.entry].iter();
        // The options that every session sets first are not possible causes of a crash.
        let usual = |name: &[u8]| D::SESSION_OPTIONS.iter().any(|it| it.as_bytes() == name);
        let option = |it: &ViewEntry<D>| matches!(it.command(), Some(Command::SetOption { name, .. }) if !usual(name));
        is_setoption_input(input.kind) || !before.any(option)
    }

    /// The unspecified input that is the only possible cause of a missing answer.
    pub(in crate::protocol) fn cause_of_missing_answer(
        &self,
        ask: &AskedQuestion<D>,
    ) -> Option<&UnspecifiedLine<D>> {
        let before = |it: &&UnspecifiedLine<D>| it.entry < ask.entry && it.survival_proof.is_none();
        self.unspecified_lines
            .iter()
            .rfind(before)
            .filter(|it| ask.answer_entry.is_none() && self.is_only_possible_cause(it))
    }

    /// Whether the engine may have exited in the way that the protocol allows after some kinds of unspecified input:
    /// with a diagnosis and a status other than 0.
    pub(in crate::protocol) fn may_be_allowed_exit(&self, ending: &EndRecord) -> bool {
        let unproven = self.unspecified_lines.iter().rev();
        ending.may_have_written_diagnosis
            && matches!(ending.session_end, SessionEnd::Exit(1..))
            && unproven
                .take_while(|it| it.survival_proof.is_none())
                .any(|it| D::may_exit_after(it.kind))
    }

    /// Judges every line of unspecified input whose kind is in `kinds`: the engine must survive the line. For some
    /// kinds, the protocol also allows that the engine exits after the line, with a diagnosis and a status other than
    /// 0.
    pub(in crate::protocol) fn check_survival(
        &self,
        out: &mut Findings,
        kinds: &[UnspecifiedInput<D>],
    ) {
        for input in self
            .unspecified_lines
            .iter()
            .filter(|it| kinds.contains(&it.kind))
        {
            if let Some(proof) = input.survival_proof {
                out.conforms(self.entry(proof).at);
            }
        }
        let asked = |it: &&AskedQuestion<D>| {
            it.kind == QuestionKind::IsReady && !it.may_be_read_after_search
        };
        let unanswered = self.questions.iter().filter(asked);
        let unanswered = unanswered.filter_map(|it| Some((it, self.cause_of_missing_answer(it)?)));
        if let Some((ask, input)) = unanswered
            .take(1)
            .find(|(_, input)| kinds.contains(&input.kind))
        {
            let deadline = Deadline {
                command_entry: self.entry(input.entry),
                starts_at: ask.readable_since,
                answer: None,
                clock_time: Duration::ZERO,
                limit: READYOK_TIMEOUT,
            };
            deadline.accept_late_answer(self).judge(self, out, |it: OverdueAnswer| {
                message!(
                    "line_unanswered",
                    "`{answer}` for the `{command}` after this line was not received within {took}; the limit is {limit}",
                    answer = D::PROTOCOL_WORDS.ready_ok,
                    command = D::PROTOCOL_WORDS.is_ready,
                    took = it.response_time,
                    limit = it.limit
                )
            });
        }
        let fatal = self.fatal_input().filter(|it| kinds.contains(&it.kind));
        let ending = self.session_end.as_ref();
        if let (Some(input), Some(ending)) = (fatal, ending)
            && self.may_be_allowed_exit(ending)
        {
            if ending.has_written_diagnosis && D::may_exit_after(input.kind) {
                out.conforms(self.entry(ending.entry).at);
            }
        } else if let (Some(input), Some(ending)) = (fatal, ending) {
            let culprit = self.entry(input.entry).culprit();
            let message = process_end_message(ending, D::may_exit_after(input.kind));
            match ending.kind {
                EndKind::Hung(_) => out.record_violation_beyond_host_delay(culprit, message),
                _ => out.violates(culprit, message),
            }
        }
    }
}

/// Whether only the form of the line is unusual: its blanks, its end, or the chunks in which it was sent. Protocols
/// require that the engine reads a line of unusual form.
fn is_only_form_unusual<D: Dialect>(what: UnspecifiedInput<D>) -> bool {
    matches!(
        what,
        UnspecifiedInput::CrLf
            | UnspecifiedInput::Tabs
            | UnspecifiedInput::ExtraBlanks
            | UnspecifiedInput::ChunkedLine
    )
}

/// Whether the protocol specifies the state of an engine that has survived a line of this kind.
fn leaves_state_specified<D: Dialect>(what: UnspecifiedInput<D>) -> bool {
    matches!(
        what,
        UnspecifiedInput::ValidOptionValue
            | UnspecifiedInput::ManyMoves
            | UnspecifiedInput::EmptyLine
            | UnspecifiedInput::UnknownCommand
    )
}

/// Whether the unspecified input is a `setoption`. If the unspecified input is a `setoption`, earlier `setoption`
/// commands do not count as other possible causes of a crash.
fn is_setoption_input<D: Dialect>(what: UnspecifiedInput<D>) -> bool {
    match what {
        UnspecifiedInput::InvalidOptionValue
        | UnspecifiedInput::ValidOptionValue
        | UnspecifiedInput::LongOption => true,
        UnspecifiedInput::DialectInput(own) => D::is_unspecified_option(own),
        _ => false,
    }
}

fn process_end_message(ending: &EndRecord, is_diagnosis_required: bool) -> Message {
    match &ending.session_end {
        SessionEnd::Signal(signal) => message!(
            "line_fatal",
            "after this line the process died of {signal}",
            signal
        ),
        SessionEnd::Exit(status @ 1..) if is_diagnosis_required => message!(
            "line_ended_process_silently",
            "after this line the process exited with status {status} without an error message",
            status = status.to_string()
        ),
        SessionEnd::Exit(status) => message!(
            "line_ended_process",
            "after this line the process exited with status {status}",
            status = status.to_string()
        ),
        SessionEnd::Eof => message!(
            "line_closed_output",
            "after this line the engine closed its output"
        ),
        SessionEnd::Killed | SessionEnd::Cut => message!(
            "line_hung",
            "after this line the engine sent nothing more and had to be killed"
        ),
    }
}

impl<D: Dialect> Tracker<D> {
    /// Stores a line of unspecified input. The kind of the line depends on the state of the engine before the line.
    pub(in crate::protocol) fn store_unspecified_input(
        &mut self,
        index: usize,
        line: &Line,
        command: &Command<D>,
    ) {
        let waits = D::defers_commands(&self.dialect_state) && self.phase == EnginePhase::Thinking;
        let other_protocol = self.phase == EnginePhase::OtherProtocol && !self.is_handshake_done;
        if self.phase == EnginePhase::Quitting || other_protocol || waits {
            return;
        }
        // A valid `setoption` is a possible cause of a crash only if the engine dies before the next command.
        if *command != Command::IsReady
            && let Some(last) = self.view.unspecified_lines.last()
            && last.kind == UnspecifiedInput::ValidOptionValue
            && last.survival_proof.is_none()
        {
            self.view.unspecified_lines.pop();
        }
        let (kind, command_kind) = match self.phase {
            EnginePhase::BeforeFirstCommand => {
                let own = D::unspecified_kind_of_first_line(&line.bytes);
                (own.map(UnspecifiedInput::DialectInput), None)
            }
            _ => {
                let command_kind = self.unspecified_kind_of_command(line, command);
                let chunk = line
                    .is_split_or_merged
                    .then_some(UnspecifiedInput::ChunkedLine);
                let kind = unspecified_kind_of_bytes(line, command)
                    .or(command_kind)
                    .or(chunk);
                (kind, command_kind)
            }
        };
        let is_invalid =
            |it: UnspecifiedInput<D>| !is_only_form_unusual(it) && !leaves_state_specified(it);
        let is_invalid_command = command_kind.is_some_and(is_invalid);
        self.view
            .unspecified_lines
            .extend(kind.map(|kind| UnspecifiedLine {
                kind,
                entry: index,
                survival_proof: None,
                may_have_other_cause: is_only_form_unusual(kind)
                    && (is_invalid_command || self.is_after_invalid_input),
            }));
        if kind.is_some() {
            self.wrote_since_unspecified_line = false;
        }
        self.is_after_invalid_input |= is_invalid_command || kind.is_some_and(is_invalid);
    }

    /// Marks that the engine survived all input up to the command `asked`, because the response `proof` answers that
    /// command.
    pub(in crate::protocol) fn mark_input_survived(&mut self, asked: usize, proof: usize) {
        let input = self.view.unspecified_lines.iter_mut().rev();
        for input in input.take_while(|it| it.survival_proof.is_none()) {
            if input.entry <= asked {
                input.survival_proof = Some(proof);
            }
        }
    }

    fn unspecified_kind_of_command(
        &self,
        line: &Line,
        command: &Command<D>,
    ) -> Option<UnspecifiedInput<D>> {
        let thinking = self.phase == EnginePhase::Thinking;
        match command {
            Command::Blank => Some(UnspecifiedInput::EmptyLine),
            Command::Other => Some(D::unspecified_kind_of_non_command(&line.bytes).map_or(
                UnspecifiedInput::UnknownCommand,
                UnspecifiedInput::DialectInput,
            )),
            Command::Greet => Some(UnspecifiedInput::SecondGreeting),
            Command::PonderHit { .. } if self.phase == EnginePhase::Idle => {
                Some(UnspecifiedInput::PonderhitWhileIdle)
            }
            Command::Go(_) if thinking => Some(UnspecifiedInput::GoWhileThinking),
            Command::SetOption { .. } | Command::Position(_) if thinking => {
                Some(UnspecifiedInput::CommandWhileThinking)
            }
            Command::Dialect(own) if thinking && !D::is_allowed_in_search(own) => {
                Some(UnspecifiedInput::CommandWhileThinking)
            }
            Command::SetOption { name, value } => self.unspecified_kind_of_option(name, value),
            Command::Position(spec) => unspecified_kind_of_position(line, spec),
            Command::Dialect(own) => D::unspecified_kind_of_dialect_command(self, own),
            Command::Go(go) => D::unspecified_kind_of_go(&line.bytes, go)
                .or_else(|| (!self.has_position()).then_some(UnspecifiedInput::GoWithoutPosition)),
            _ => None,
        }
    }

    fn unspecified_kind_of_option(&self, name: &[u8], value: &[u8]) -> Option<UnspecifiedInput<D>> {
        let known = self
            .view
            .announced_options
            .iter()
            .any(|it| D::is_same_option(it, name));
        let mut announced = self.announced_options.iter();
        let option = announced
            .find(|it| D::is_same_option(&it.name, name))
            .filter(|_| known);
        let kind = option.and_then(|it| it.kind.as_ref());
        let kind = kind.map_or("", |(kind, _)| kind.as_str());
        if let Some(own) = D::unspecified_kind_of_option(known, kind, name, value) {
            return Some(UnspecifiedInput::DialectInput(own));
        }
        let option = option?;
        let value = std::str::from_utf8(value).ok()?;
        let fits = match kind {
            "check" => matches!(value, "true" | "false"),
            "spin" => value.parse().is_ok_and(|it: i64| {
                option.min.is_none_or(|min| it >= min) && option.max.is_none_or(|max| it <= max)
            }),
            "combo" => option.combo_values.iter().any(|it| it == value),
            "button" => value.is_empty(),
            // An option of type `label` cannot be set (`UCCI O10`).
            "label" => false,
            _ => true,
        };
        match fits {
            // If the announcement of the option is malformed, it is unknown which values are valid.
            true => option
                .grammar_error
                .is_none()
                .then_some(UnspecifiedInput::ValidOptionValue),
            // The default may lie outside of the limits. It is not known then whether it is valid.
            false => {
                let is_default = option.default.as_ref().is_some_and(|it| it.0 == value);
                (!is_default).then_some(UnspecifiedInput::InvalidOptionValue)
            }
        }
    }
}

/// Classifies unspecified input by the bytes of the line alone.
fn unspecified_kind_of_bytes<D: Dialect>(
    line: &Line,
    command: &Command<D>,
) -> Option<UnspecifiedInput<D>> {
    let bytes = &line.bytes;
    let (body, returns) = match bytes.strip_suffix(b"\r") {
        Some(body) => (body, true),
        None => (bytes.as_slice(), false),
    };
    let moves = matches!(command, Command::Position(PositionSpec { moves: Some(it), .. }) if !it.is_empty());
    let runs = body.windows(2).any(|it| it == b"  ");
    let ends = body.starts_with(b" ") || body.ends_with(b" ");
    let wide = runs || ends;
    if body.iter().any(|it| it.is_ascii_control() && *it != b'\t') {
        Some(UnspecifiedInput::ControlCharacter)
    } else if !body.is_ascii() {
        Some(UnspecifiedInput::NonAscii)
    } else if matches!(command, Command::SetOption { value, .. } if value.len() > 1000) {
        Some(UnspecifiedInput::LongOption)
    } else if body.len() >= 4096 && !moves {
        Some(UnspecifiedInput::LongLine)
    } else if returns {
        Some(UnspecifiedInput::CrLf)
    } else if body.contains(&b'\t') {
        Some(UnspecifiedInput::Tabs)
    } else if wide && *command != Command::Blank && !D::is_more_specific_than_extra_blanks(body) {
        Some(UnspecifiedInput::ExtraBlanks)
    } else {
        None
    }
}

fn unspecified_kind_of_position<D: Dialect>(
    line: &Line,
    spec: &PositionSpec<D>,
) -> Option<UnspecifiedInput<D>> {
    if let Some(own) = D::unspecified_kind_of_position(line.bytes.trim_ascii_end(), spec) {
        return Some(UnspecifiedInput::DialectInput(own));
    }
    if position_before_moves(spec).is_none() {
        return Some(UnspecifiedInput::BrokenFen);
    }
    if position_after_moves(spec).is_none() {
        return Some(UnspecifiedInput::IllegalMoves);
    }
    let moves = spec.moves.as_ref();
    moves
        .is_some_and(|it| it.len() > MAX_USUAL_MOVES)
        .then_some(UnspecifiedInput::ManyMoves)
}

/// A `position` with more moves than this number is unspecified input of the kind [`UnspecifiedInput::ManyMoves`].
const MAX_USUAL_MOVES: usize = 300;
