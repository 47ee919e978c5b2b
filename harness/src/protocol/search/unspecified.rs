//! Unspecified input: lines of the interface whose effect the protocol does not specify. The tracker notes whether the
//! engine survived unspecified input.
//!
//! The protocol does not specify the effect of most input (`UCCI T4`, `P6`, `G10`, `O37`), but no engine may crash or
//! hang on unspecified input. Every line of unspecified input is stored with its kind until the engine answers a later
//! command. A line has only one kind, the most specific one.

use std::time::Duration;

use super::{
    AskedQuestion, Command, Deadline, Dialect, EndKind, Ending, Overdue, Phase, PositionSpec,
    QuestionKind, Tracker, View, ViewEntry, position_after_moves, position_before_moves,
};
use crate::{
    message::{Message, message},
    protocol::lines::Line,
    rule::Findings,
    transcript::SessionEnd,
};

/// The timeout of the answer to an `isready` after unspecified input. The protocol sets no limit.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

/// A kind of unspecified input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Unspecified<D: Dialect> {
    /// A line with a control character other than a tab and the end of the line.
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
    Blanks,
    EmptyLine,
    UnknownCommand,
    /// A line that was sent in several writes, or in one write with other lines.
    Chunks,
    /// A command that is invalid during a search (`UCCI ST7`).
    WhileThinking,
    GoWhileThinking,
    /// A `go` before any position.
    GoWithoutPosition,
    /// A `go` without a valid mode.
    GoWithoutMode,
    /// A `go` with a limit of 0 or of more than 32 bits.
    GoNumber,
    BrokenFen,
    IllegalMoves,
    /// A `position` with more than 300 moves.
    ManyMoves,
    SecondGreeting,
    PonderhitWhileIdle,
    /// A `setoption` of an announced option without a value or with an invalid value.
    InvalidOptionValue,
    /// A `setoption` of an announced option with a valid value. Its effect is specified, but an engine may crash on a
    /// valid value, too.
    ValidOptionValue,
    /// A kind that only this protocol has, for example lines of its dialects.
    DialectInput(D::Unspecified),
}

/// A line of unspecified input.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnspecifiedLine<D: Dialect> {
    pub(in crate::protocol) kind: Unspecified<D>,
    pub(in crate::protocol) entry: usize,
    /// The response that proves that the engine survived the line.
    pub(in crate::protocol) survival_proof: Option<usize>,
}

impl<D: Dialect> View<D> {
    /// The unspecified input that the engine crashed on or hung on.
    pub(in crate::protocol) fn fatal_input(&self) -> Option<&UnspecifiedLine<D>> {
        let ending = self.end.as_ref().filter(|_| self.excess.is_none())?;
        let input = self
            .unspecified
            .last()
            .filter(|it| it.survival_proof.is_none())?;
        let input = match ending.kind {
            EndKind::Crashed | EndKind::ExitedWithoutQuit => Some(input),
            EndKind::Hung(since) => (input.entry <= since).then_some(input),
            EndKind::Clean | EndKind::ExternalSignal | EndKind::HostLate => None,
        };
        input.filter(|it| self.is_only_possible_cause(it))
    }

    /// Whether this line is the only possible cause of a crash or hang. Since the last answered `isready` there is no
    /// other kind of unspecified input, and no `setoption` that only some sessions send.
    fn is_only_possible_cause(&self, input: &UnspecifiedLine<D>) -> bool {
        let others = self.unspecified.iter().rev();
        let mut others = others.take_while(|it| it.survival_proof.is_none());
        if others.any(|it| it.kind != input.kind) {
            return false;
        }
        let proofs = self
            .questions
            .iter()
            .filter(|it| it.kind == QuestionKind::IsReady);
        let proven = proofs.filter(|it| it.answer.is_some()).map(|it| it.entry);
        let since = proven.filter(|it| *it < input.entry).max().unwrap_or(0);
        let mut before = self.entries[since..input.entry].iter();
        // Every session sets these options first, so they are not possible causes of a crash.
        let usual = |name: &[u8]| D::SESSION_OPTIONS.iter().any(|it| it.as_bytes() == name);
        let option = |it: &ViewEntry<D>| matches!(it.command(), Some(Command::SetOption { name, .. }) if !usual(name));
        is_option_input(input.kind) || !before.any(option)
    }

    /// The unspecified input before an unanswered command, if the engine is still running.
    pub(in crate::protocol) fn unanswered_after(
        &self,
        ask: &AskedQuestion<D>,
    ) -> Option<&UnspecifiedLine<D>> {
        let before = |it: &&UnspecifiedLine<D>| it.entry < ask.entry && it.survival_proof.is_none();
        self.unspecified
            .iter()
            .rfind(before)
            .filter(|it| ask.answer.is_none() && self.is_only_possible_cause(it))
    }

    /// Judges every line of these kinds: the engine must survive the line.
    pub(in crate::protocol) fn check_survival(&self, out: &mut Findings, kinds: &[Unspecified<D>]) {
        self.survives(out, kinds, |_| false);
    }

    /// The same, but the engine may exit with a status other than 0.
    pub(in crate::protocol) fn check_survival_or_exit(
        &self,
        out: &mut Findings,
        kinds: &[Unspecified<D>],
    ) {
        self.survives(out, kinds, |end| matches!(end, SessionEnd::Exit(1..)));
    }

    fn survives(
        &self,
        out: &mut Findings,
        kinds: &[Unspecified<D>],
        may_end: impl Fn(&SessionEnd) -> bool,
    ) {
        for input in self
            .unspecified
            .iter()
            .filter(|it| kinds.contains(&it.kind))
        {
            if let Some(proof) = input.survival_proof {
                out.conforms(self.entry(proof).at);
            }
        }
        let asked = |it: &&AskedQuestion<D>| it.kind == QuestionKind::IsReady && !it.unread;
        let unanswered = self.questions.iter().filter(asked);
        let unanswered = unanswered.filter_map(|it| Some((it, self.unanswered_after(it)?)));
        if let Some((ask, input)) = unanswered
            .take(1)
            .find(|(_, input)| kinds.contains(&input.kind))
        {
            let deadline = Deadline {
                asked: self.entry(input.entry),
                since: ask.since,
                answer: None,
                clock: Duration::ZERO,
                limit: READYOK_TIMEOUT,
            };
            deadline.accept_late_answer(self).judge(self, out, |it: Overdue| {
                message!(
                    "line_unanswered",
                    "`{answer}` for the `{command}` after this line was not received within {took}; the limit is {limit}",
                    answer = D::PROTOCOL_WORDS.ready_ok,
                    command = D::PROTOCOL_WORDS.is_ready,
                    took = it.took,
                    limit = it.limit
                )
            });
        }
        let fatal = self.fatal_input().filter(|it| kinds.contains(&it.kind));
        let ending = self.end.as_ref().filter(|it| !may_end(&it.end));
        if let (Some(input), Some(ending)) = (fatal, ending) {
            let culprit = self.entry(input.entry).culprit();
            match ending.kind {
                EndKind::Hung(_) => out.violates_by_measurement(culprit, end_message(ending)),
                _ => out.violates(culprit, end_message(ending)),
            }
        }
    }
}

/// Whether the unspecified input is a `setoption`. After unspecified input that is a `setoption`, earlier `setoption`
/// commands are not possible causes.
fn is_option_input<D: Dialect>(what: Unspecified<D>) -> bool {
    match what {
        Unspecified::InvalidOptionValue
        | Unspecified::ValidOptionValue
        | Unspecified::LongOption => true,
        Unspecified::DialectInput(own) => D::is_unspecified_option(own),
        _ => false,
    }
}

fn end_message(ending: &Ending) -> Message {
    match &ending.end {
        SessionEnd::Signal(signal) => message!(
            "line_fatal",
            "after this line the process died of {signal}",
            signal
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
    pub(in crate::protocol) fn note_unspecified(
        &mut self,
        index: usize,
        line: &Line,
        command: &Command<D>,
    ) {
        let waits = D::defers_commands(&self.dialect_state) && self.phase == Phase::Thinking;
        let other_protocol = self.phase == Phase::OtherProtocol && !self.handshake_done;
        if self.phase == Phase::Quitting || other_protocol || waits {
            return;
        }
        // A valid `setoption` is a possible cause only if the engine dies before the next command.
        if *command != Command::IsReady
            && let Some(last) = self.view.unspecified.last()
            && last.kind == Unspecified::ValidOptionValue
            && last.survival_proof.is_none()
        {
            self.view.unspecified.pop();
        }
        let kind = match self.phase {
            Phase::Boot => D::unspecified_first_line(&line.bytes).map(Unspecified::DialectInput),
            _ => kind_of_bytes(line, command)
                .or_else(|| self.kind_of_command(line, command))
                .or_else(|| line.chunked.then_some(Unspecified::Chunks)),
        };
        self.view
            .unspecified
            .extend(kind.map(|kind| UnspecifiedLine {
                kind,
                entry: index,
                survival_proof: None,
            }));
    }

    /// Marks that the engine survived all input up to the command `asked`, because the response `proof` answers that
    /// command.
    pub(in crate::protocol) fn mark_survived(&mut self, asked: usize, proof: usize) {
        let input = self.view.unspecified.iter_mut().rev();
        for input in input.take_while(|it| it.survival_proof.is_none()) {
            if input.entry <= asked {
                input.survival_proof = Some(proof);
            }
        }
    }

    fn kind_of_command(&self, line: &Line, command: &Command<D>) -> Option<Unspecified<D>> {
        let thinking = self.phase == Phase::Thinking;
        match command {
            Command::Blank => Some(Unspecified::EmptyLine),
            Command::Other => Some(
                D::unspecified_non_command(&line.bytes)
                    .map_or(Unspecified::UnknownCommand, Unspecified::DialectInput),
            ),
            Command::Greet => Some(Unspecified::SecondGreeting),
            Command::PonderHit { .. } if self.phase == Phase::Idle => {
                Some(Unspecified::PonderhitWhileIdle)
            }
            Command::Go(_) if thinking => Some(Unspecified::GoWhileThinking),
            Command::SetOption { .. } | Command::Position(_) if thinking => {
                Some(Unspecified::WhileThinking)
            }
            Command::Own(own) if thinking && !D::is_allowed_in_search(own) => {
                Some(Unspecified::WhileThinking)
            }
            Command::SetOption { name, value } => self.kind_of_option(name, value),
            Command::Position(spec) => kind_of_position(line, spec),
            Command::Own(own) => D::unspecified_dialect_command(self, own),
            Command::Go(go) => D::unspecified_go(&line.bytes, go).or_else(|| {
                self.last_position
                    .is_none()
                    .then_some(Unspecified::GoWithoutPosition)
            }),
            _ => None,
        }
    }

    fn kind_of_option(&self, name: &[u8], value: &[u8]) -> Option<Unspecified<D>> {
        let known = self
            .view
            .announced
            .iter()
            .any(|it| D::is_same_option(it, name));
        let mut announced = self.options.iter();
        let option = announced
            .find(|it| D::is_same_option(&it.name, name))
            .filter(|_| known);
        let kind = option.and_then(|it| it.kind.as_ref());
        let kind = kind.map_or("", |(kind, _)| kind.as_str());
        if let Some(own) = D::unspecified_option(known, kind, name, value) {
            return Some(Unspecified::DialectInput(own));
        }
        let option = option?;
        let value = std::str::from_utf8(value).ok()?;
        let fits = match kind {
            "check" => matches!(value, "true" | "false"),
            "spin" => value.parse().is_ok_and(|it: i64| {
                option.min.is_none_or(|min| it >= min) && option.max.is_none_or(|max| it <= max)
            }),
            "combo" => option.vars.iter().any(|it| it == value),
            "button" => value.is_empty(),
            // A label cannot be set (`UCCI O10`).
            "label" => false,
            _ => true,
        };
        match fits {
            // If the announcement is malformed, it is unknown which values are valid.
            true => option
                .flaw
                .is_none()
                .then_some(Unspecified::ValidOptionValue),
            false => Some(Unspecified::InvalidOptionValue),
        }
    }
}

/// The kind of unspecified input that depends only on the bytes of the line.
fn kind_of_bytes<D: Dialect>(line: &Line, command: &Command<D>) -> Option<Unspecified<D>> {
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
        Some(Unspecified::ControlCharacter)
    } else if !body.is_ascii() {
        Some(Unspecified::NonAscii)
    } else if matches!(command, Command::SetOption { value, .. } if value.len() > 1000) {
        Some(Unspecified::LongOption)
    } else if body.len() >= 4096 && !moves {
        Some(Unspecified::LongLine)
    } else if returns {
        Some(Unspecified::CrLf)
    } else if body.contains(&b'\t') {
        Some(Unspecified::Tabs)
    } else if wide && *command != Command::Blank && !D::outweighs_blanks(body) {
        Some(Unspecified::Blanks)
    } else {
        None
    }
}

fn kind_of_position<D: Dialect>(line: &Line, spec: &PositionSpec<D>) -> Option<Unspecified<D>> {
    if let Some(own) = D::unspecified_position(line.bytes.trim_ascii_end(), spec) {
        return Some(Unspecified::DialectInput(own));
    }
    if position_before_moves(spec).is_none() {
        return Some(Unspecified::BrokenFen);
    }
    if position_after_moves(spec).is_none() {
        return Some(Unspecified::IllegalMoves);
    }
    let moves = spec.moves.as_ref();
    moves
        .is_some_and(|it| it.len() > MAX_USUAL_MOVES)
        .then_some(Unspecified::ManyMoves)
}

/// A `position` with more moves than this is unspecified input of the kind [`Unspecified::ManyMoves`].
const MAX_USUAL_MOVES: usize = 300;
