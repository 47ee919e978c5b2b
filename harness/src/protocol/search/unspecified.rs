//! Unspecified input: lines of the interface whose effect the protocol does not specify. The tracker notes whether the
//! engine survived unspecified input.
//!
//! The protocol does not specify the effect of most input (`UCCI T4`, `P6`, `G10`, `O37`), but no engine may crash or
//! hang on unspecified input. Every line of unspecified input is stored with its kind until the engine answers a later
//! command. A line has only one kind, the most specific one.

use std::time::Duration;

use super::{
    Ask, Asked, Command, Deadline, Dialect, EndKind, Ending, Entry, Overdue, Phase, Posspec,
    Tracker, View, resolve, set_up,
};
use crate::{
    message::{Message, message},
    protocol::lines::Line,
    rule::Findings,
    transcript::End,
};

/// The timeout of the answer to an `isready` after unspecified input. The protocol sets no limit.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

/// A kind of unspecified input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Unspecified<D: Dialect> {
    /// A line with a control character other than a tab and the end of the line.
    Control,
    NonAscii,
    /// A line of 4 KiB or more.
    Long,
    /// A `setoption` with a value of more than 1,000 bytes.
    LongOption,
    /// A line with a carriage return before the newline (`UCCI T6`).
    CrLf,
    Tab,
    /// A line with blanks at its beginning or end, or with several blanks in a row.
    Blanks,
    Empty,
    Unknown,
    /// A line that was sent in several writes, or in one write with other lines.
    Chunks,
    /// A command that is invalid during a search (`UCCI ST7`).
    WhileThinking,
    GoWhileThinking,
    /// A `go` before any position.
    NoPosition,
    /// A `go` without a valid mode.
    GoWords,
    /// A `go` with a limit of 0 or of more than 32 bits.
    Number,
    BrokenFen,
    IllegalMoves,
    /// A `position` with more than 300 moves.
    ManyMoves,
    SecondGreeting,
    PonderhitWhileIdle,
    /// A `setoption` of an announced option without a value or with an invalid value.
    OptionValue,
    /// A `setoption` of an announced option with a valid value. Its effect is specified, but an engine may crash on a
    /// valid value, too.
    OptionSet,
    /// A kind that only this protocol has, for example lines of its dialects.
    Own(D::Unspecified),
}

/// A line of unspecified input.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnspecifiedLine<D: Dialect> {
    pub(in crate::protocol) kind: Unspecified<D>,
    pub(in crate::protocol) entry: usize,
    /// The response that proves that the engine survived the line.
    pub(in crate::protocol) survived: Option<usize>,
}

impl<D: Dialect> View<D> {
    /// The unspecified input that the engine crashed on or hung on.
    pub(in crate::protocol) fn fatal_input(&self) -> Option<&UnspecifiedLine<D>> {
        let ending = self.end.as_ref().filter(|_| self.excess.is_none())?;
        let input = self.unspecified.last().filter(|it| it.survived.is_none())?;
        let input = match ending.kind {
            EndKind::Crashed | EndKind::ExitedUnasked => Some(input),
            EndKind::Hung(since) => (input.entry <= since).then_some(input),
            EndKind::Clean | EndKind::Unclear | EndKind::HostLate => None,
        };
        input.filter(|it| self.is_only_suspect(it))
    }

    /// Whether this line is the only possible cause of a crash or hang. Since the last answered `isready` there is no
    /// other kind of unspecified input, and no `setoption` that only some sessions send.
    fn is_only_suspect(&self, input: &UnspecifiedLine<D>) -> bool {
        let others = self.unspecified.iter().rev();
        let mut others = others.take_while(|it| it.survived.is_none());
        if others.any(|it| it.kind != input.kind) {
            return false;
        }
        let proofs = self.asks.iter().filter(|it| it.kind == Asked::IsReady);
        let proven = proofs.filter(|it| it.answer.is_some()).map(|it| it.entry);
        let since = proven.filter(|it| *it < input.entry).max().unwrap_or(0);
        let mut before = self.entries[since..input.entry].iter();
        // Every session sets these options first, so they are not possible causes of a crash.
        let usual = |name: &[u8]| D::SESSION_OPTIONS.iter().any(|it| it.as_bytes() == name);
        let option = |it: &Entry<D>| matches!(it.command(), Some(Command::SetOption { name, .. }) if !usual(name));
        is_option(input.kind) || !before.any(option)
    }

    /// The unspecified input before an unanswered command, if the engine is still running.
    pub(in crate::protocol) fn unanswered_after(
        &self,
        ask: &Ask<D>,
    ) -> Option<&UnspecifiedLine<D>> {
        let before = |it: &&UnspecifiedLine<D>| it.entry < ask.entry && it.survived.is_none();
        self.unspecified
            .iter()
            .rfind(before)
            .filter(|it| ask.answer.is_none() && self.is_only_suspect(it))
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
        self.survives(out, kinds, |end| matches!(end, End::Exit(1..)));
    }

    fn survives(
        &self,
        out: &mut Findings,
        kinds: &[Unspecified<D>],
        may_end: impl Fn(&End) -> bool,
    ) {
        for input in self
            .unspecified
            .iter()
            .filter(|it| kinds.contains(&it.kind))
        {
            if let Some(proof) = input.survived {
                out.conforms(self.entry(proof).at);
            }
        }
        let asked = |it: &&Ask<D>| it.kind == Asked::IsReady && !it.unread;
        let unanswered = self.asks.iter().filter(asked);
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
            deadline.absence(self).judge(self, out, |it: Overdue| {
                message!(
                    "line_unanswered",
                    "`{answer}` for the `{command}` after this line was not received within {took}; the limit is {limit}",
                    answer = D::NAMES.ready_ok,
                    command = D::NAMES.is_ready,
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
                EndKind::Hung(_) => out.violates_by_measure(culprit, how_it_ended(ending)),
                _ => out.violates(culprit, how_it_ended(ending)),
            }
        }
    }
}

/// Whether the unspecified input is a `setoption`. After unspecified input that is a `setoption`, earlier `setoption`
/// commands are not possible causes.
fn is_option<D: Dialect>(what: Unspecified<D>) -> bool {
    match what {
        Unspecified::OptionValue | Unspecified::OptionSet | Unspecified::LongOption => true,
        Unspecified::Own(own) => D::is_unspecified_option(own),
        _ => false,
    }
}

fn how_it_ended(ending: &Ending) -> Message {
    match &ending.end {
        End::Signal(signal) => message!(
            "line_fatal",
            "after this line the process died of {signal}",
            signal
        ),
        End::Exit(status) => message!(
            "line_ended_process",
            "after this line the process exited with status {status}",
            status = status.to_string()
        ),
        End::Eof => message!(
            "line_closed_output",
            "after this line the engine closed its output"
        ),
        End::Killed | End::Cut => message!(
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
        let waits = D::defers(&self.own) && self.phase == Phase::Thinking;
        let other_protocol = self.phase == Phase::OtherProtocol && !self.handshake_done;
        if self.phase == Phase::Quitting || other_protocol || waits {
            return;
        }
        // A valid `setoption` is a possible cause only if the engine dies before the next command.
        if *command != Command::IsReady
            && let Some(last) = self.view.unspecified.last()
            && last.kind == Unspecified::OptionSet
            && last.survived.is_none()
        {
            self.view.unspecified.pop();
        }
        let kind = match self.phase {
            Phase::Boot => D::unspecified_first(&line.bytes).map(Unspecified::Own),
            _ => of_bytes(line, command)
                .or_else(|| self.of_command(line, command))
                .or_else(|| line.chunked.then_some(Unspecified::Chunks)),
        };
        self.view
            .unspecified
            .extend(kind.map(|kind| UnspecifiedLine {
                kind,
                entry: index,
                survived: None,
            }));
    }

    /// Marks that the engine survived all input up to the command `asked`, because the response `proof` answers that
    /// command.
    pub(in crate::protocol) fn mark_survived(&mut self, asked: usize, proof: usize) {
        let input = self.view.unspecified.iter_mut().rev();
        for input in input.take_while(|it| it.survived.is_none()) {
            if input.entry <= asked {
                input.survived = Some(proof);
            }
        }
    }

    fn of_command(&self, line: &Line, command: &Command<D>) -> Option<Unspecified<D>> {
        let thinking = self.phase == Phase::Thinking;
        match command {
            Command::Blank => Some(Unspecified::Empty),
            Command::Other => Some(
                D::unspecified_foreign(&line.bytes).map_or(Unspecified::Unknown, Unspecified::Own),
            ),
            Command::Greet => Some(Unspecified::SecondGreeting),
            Command::PonderHit { .. } if self.phase == Phase::Idle => {
                Some(Unspecified::PonderhitWhileIdle)
            }
            Command::Go(_) if thinking => Some(Unspecified::GoWhileThinking),
            Command::SetOption { .. } | Command::Position(_) if thinking => {
                Some(Unspecified::WhileThinking)
            }
            Command::Own(own) if thinking && !D::may_interrupt(own) => {
                Some(Unspecified::WhileThinking)
            }
            Command::SetOption { name, value } => self.of_option(name, value),
            Command::Position(spec) => of_position(line, spec),
            Command::Own(own) => D::unspecified_own(self, own),
            Command::Go(go) => D::unspecified_go(&line.bytes, go).or_else(|| {
                self.last_position
                    .is_none()
                    .then_some(Unspecified::NoPosition)
            }),
            _ => None,
        }
    }

    fn of_option(&self, name: &[u8], value: &[u8]) -> Option<Unspecified<D>> {
        let known = self.view.announced.iter().any(|it| D::is_option(it, name));
        let mut announced = self.options.iter();
        let option = announced
            .find(|it| D::is_option(&it.name, name))
            .filter(|_| known);
        let kind = option.and_then(|it| it.kind.as_ref());
        let kind = kind.map_or("", |(kind, _)| kind.as_str());
        if let Some(own) = D::unspecified_option(known, kind, name, value) {
            return Some(Unspecified::Own(own));
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
            true => option.flaw.is_none().then_some(Unspecified::OptionSet),
            false => Some(Unspecified::OptionValue),
        }
    }
}

/// The kind of unspecified input that depends only on the bytes of the line.
fn of_bytes<D: Dialect>(line: &Line, command: &Command<D>) -> Option<Unspecified<D>> {
    let bytes = &line.bytes;
    let (body, returns) = match bytes.strip_suffix(b"\r") {
        Some(body) => (body, true),
        None => (bytes.as_slice(), false),
    };
    let moves =
        matches!(command, Command::Position(Posspec { moves: Some(it), .. }) if !it.is_empty());
    let runs = body.windows(2).any(|it| it == b"  ");
    let ends = body.starts_with(b" ") || body.ends_with(b" ");
    let wide = runs || ends;
    if body.iter().any(|it| it.is_ascii_control() && *it != b'\t') {
        Some(Unspecified::Control)
    } else if !body.is_ascii() {
        Some(Unspecified::NonAscii)
    } else if matches!(command, Command::SetOption { value, .. } if value.len() > 1000) {
        Some(Unspecified::LongOption)
    } else if body.len() >= 4096 && !moves {
        Some(Unspecified::Long)
    } else if returns {
        Some(Unspecified::CrLf)
    } else if body.contains(&b'\t') {
        Some(Unspecified::Tab)
    } else if wide && *command != Command::Blank && !D::outweighs_blanks(body) {
        Some(Unspecified::Blanks)
    } else {
        None
    }
}

fn of_position<D: Dialect>(line: &Line, spec: &Posspec<D>) -> Option<Unspecified<D>> {
    if let Some(own) = D::unspecified_position(line.bytes.trim_ascii_end(), spec) {
        return Some(Unspecified::Own(own));
    }
    if set_up(spec).is_none() {
        return Some(Unspecified::BrokenFen);
    }
    if resolve(spec).is_none() {
        return Some(Unspecified::IllegalMoves);
    }
    let moves = spec.moves.as_ref();
    moves
        .is_some_and(|it| it.len() > MANY)
        .then_some(Unspecified::ManyMoves)
}

/// A `position` with more moves than this is unspecified input of the kind [`Unspecified::ManyMoves`].
const MANY: usize = 300;
