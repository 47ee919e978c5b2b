//! The common part of the parsers for logs of other programs: line ends, conversations, and times.

use std::{borrow::Cow, collections::HashMap, time::Duration};

use super::{
    ConversationId, LineProblem, LogCapabilities, LogEvent, LogReader, MAX_CONVERSATIONS,
    time_stamp::{LogClock, TimeStamp},
};
use crate::{
    message::message,
    protocol::CLOCK_LEFT_FACT,
    transcript::{Event, EventKind, Fact, SessionEnd, Speaker},
};

/// The maximum time between the moment when a line was sent and its time stamp in the log. Some
/// loggers have a clock with a resolution of 16 ms, and all loggers take the time of a line when
/// they read the line.
const MAX_CLOCK_LATENESS: &str = "20ms";

/// Parses the lines of one format.
pub(super) trait LineParser: Send {
    /// Parses a line; the caller has removed the line end.
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem>;

    /// The command that stops a search, if the log has the time that is then left on the engine's clock.
    const STOP_COMMAND: Option<&'static [u8]> = None;

    /// Whether the log contains the lines of the interface.
    fn has_commands(&self) -> bool {
        true
    }
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedLine<'a> {
    /// The bytes of the line that identify its conversation, such as the engine's name.
    pub(super) conversation_key: Cow<'a, [u8]>,
    /// The engine's name, which the report shows.
    pub(super) name: &'a [u8],
    pub(super) time: LineTime,
    pub(super) kind: LineKind,
    pub(super) text: &'a [u8],
}

/// The time of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineTime {
    /// The log does not show the time of the line.
    Unknown,
    Stamp(TimeStamp),
    /// The milliseconds left on the engine's clock; the clock does not run while the opponent thinks.
    ClockRemaining(i64),
}

impl From<Option<(TimeStamp, usize)>> for LineTime {
    fn from(stamp: Option<(TimeStamp, usize)>) -> LineTime {
        stamp.map_or(LineTime::Unknown, |(stamp, _)| LineTime::Stamp(stamp))
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Line(Speaker),
    Stderr,
    /// The engine's process was ended by this signal.
    Crash(&'static str),
}

/// The reader of a log that another program wrote.
pub(super) struct ForeignLogReader<L> {
    line_parser: L,
    first_line_seen: bool,
    /// The first line of the log ends in CR LF, so the CR of each line is from the logger, not from the engine.
    has_crlf: bool,
    clock: LogClock,
    engines: LogEngines,
    event_seen: bool,
    /// Whether the log has a line without a time.
    has_untimed_line: bool,
}

impl<L: LineParser + 'static> ForeignLogReader<L> {
    pub(super) fn boxed_reader(lines: L) -> Box<dyn LogReader> {
        Box::new(ForeignLogReader {
            line_parser: lines,
            first_line_seen: false,
            has_crlf: false,
            clock: LogClock::default(),
            engines: LogEngines::default(),
            event_seen: false,
            has_untimed_line: false,
        })
    }
}

/// The byte order mark, which some editors write at the beginning of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<L: LineParser> LogReader for ForeignLogReader<L> {
    fn parse_line(&mut self, line: &[u8]) -> Result<Option<LogEvent>, LineProblem> {
        let (mark, line) = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if !self.first_line_seen => (BYTE_ORDER_MARK.len(), rest),
            _ => (0, line),
        };
        let whole = line.strip_suffix(b"\n");
        if !self.first_line_seen {
            self.has_crlf = whole.is_some_and(|it| it.ends_with(b"\r"));
            self.first_line_seen = true;
        }
        let text = whole.unwrap_or(line);
        let text = match text.strip_suffix(b"\r") {
            Some(text) if self.has_crlf => text,
            _ => text,
        };
        let event = self.parse_text(text, whole.is_some());
        event.map_err(|problem| problem.shift_column(mark))
    }

    fn engine_name(&self, conversation: ConversationId) -> &[u8] {
        let engine = self.engines.log_engines.get(conversation.0);
        engine.map(|it| it.name.as_slice()).unwrap_or_default()
    }

    fn capabilities(&self) -> LogCapabilities {
        LogCapabilities {
            has_commands: self.line_parser.has_commands(),
            has_times: self.event_seen && !self.has_untimed_line && !self.clock.is_coarse(),
        }
    }
}

impl<L: LineParser> ForeignLogReader<L> {
    fn parse_text(&mut self, text: &[u8], whole: bool) -> Result<Option<LogEvent>, LineProblem> {
        let Some(parsed) = self.line_parser.parse(text)? else {
            return Ok(None);
        };
        let (conversation, engine) = self
            .engines
            .find_or_add_engine(&parsed.conversation_key, parsed.name)?;
        let at = match parsed.time {
            LineTime::Unknown => None,
            LineTime::Stamp(stamp) => self.clock.advance_to_stamp(stamp)?,
            LineTime::ClockRemaining(remaining) => Some(engine.time_from_clock(remaining)),
        };
        let at = at.map(|it| it.max(engine.current_time));
        engine.current_time = at.unwrap_or(engine.current_time);
        self.event_seen = true;
        self.has_untimed_line |= at.is_none();
        let text = parsed.text.to_vec();
        let kind = match parsed.kind {
            LineKind::Line(speaker) if whole => EventKind::Line(speaker, text),
            LineKind::Line(speaker) => EventKind::Chunk(speaker, text),
            LineKind::Stderr => EventKind::Stderr(text),
            LineKind::Crash(signal) => EventKind::End(SessionEnd::Signal(signal.to_owned())),
        };
        let commanded = parsed.kind == LineKind::Line(Speaker::Interface);
        let note = at.filter(|_| commanded).map(|at| engine.lateness_event(at));
        let clock_event = match parsed.time {
            LineTime::ClockRemaining(remaining)
                if commanded && L::STOP_COMMAND == Some(parsed.text) =>
            {
                Some(engine.clock_event(remaining))
            }
            _ => None,
        };
        Ok(Some(LogEvent {
            conversation,
            event: Event { at, kind },
            lateness_event: note,
            clock_event,
        }))
    }
}

/// The engines of a log.
#[derive(Debug, Default)]
struct LogEngines {
    log_engines: Vec<LogEngine>,
    index_by_key: HashMap<Vec<u8>, usize>,
    /// The index of the last line's engine, which is mostly the engine of the next line, too.
    last_engine_index: usize,
}

/// An engine whose lines are in the log.
#[derive(Debug, Default)]
struct LogEngine {
    conversation_key: Vec<u8>,
    name: Vec<u8>,
    current_time: Duration,
    /// The milliseconds left on the engine's clock.
    clock_remaining: Option<i64>,
}

/// The maximum length of an engine's name, in bytes.
const MAX_NAME_BYTES: usize = 256;

impl LogEngines {
    fn find_or_add_engine(
        &mut self,
        key: &[u8],
        name: &[u8],
    ) -> Result<(ConversationId, &mut LogEngine), LineProblem> {
        if name.len() > MAX_NAME_BYTES || key.len() > MAX_NAME_BYTES {
            return Err(LineProblem::new(
                0,
                message!("log_name_too_long", "the name of the engine is too long"),
            ));
        }
        let same = self
            .log_engines
            .get(self.last_engine_index)
            .is_some_and(|it| it.conversation_key == key);
        if !same {
            self.last_engine_index = match self.index_by_key.get(key) {
                Some(index) => *index,
                None => self.log_engines.len(),
            };
        }
        if self.last_engine_index >= MAX_CONVERSATIONS {
            let message = message!(
                "log_too_many_engines",
                "the log has more than {most} engines",
                most = MAX_CONVERSATIONS
            );
            return Err(LineProblem::new(0, message));
        }
        if self.last_engine_index == self.log_engines.len() {
            self.index_by_key
                .insert(key.to_vec(), self.last_engine_index);
            self.log_engines.push(LogEngine {
                conversation_key: key.to_vec(),
                ..LogEngine::default()
            });
        }
        let none = || LineProblem::new(0, message!("log_engine_unknown", "unknown engine"));
        let engine = self
            .log_engines
            .get_mut(self.last_engine_index)
            .ok_or_else(none)?;
        if engine.name != name {
            engine.name = name.to_vec();
        }
        Ok((ConversationId(self.last_engine_index), engine))
    }
}

impl LogEngine {
    /// Returns the time of a line, computed from the time left on the engine's clock.
    fn time_from_clock(&mut self, remaining: i64) -> Duration {
        let before = self.clock_remaining.replace(remaining).unwrap_or(remaining);
        let passed = u64::try_from(before.saturating_sub(remaining)).unwrap_or_default();
        self.current_time
            .saturating_add(Duration::from_millis(passed))
    }

    /// Creates the fact `clock` that follows a `stop`.
    fn clock_event(&self, remaining: i64) -> Event {
        Event {
            at: Some(self.current_time),
            kind: EventKind::Fact(Fact {
                name: CLOCK_LEFT_FACT.to_owned(),
                value: format!("{}ms", remaining.max(0)),
            }),
        }
    }

    /// Creates the fact `late` that follows a command. The deadline of the answer counts from the time of this fact.
    fn lateness_event(&mut self, at: Duration) -> Event {
        self.current_time = at.saturating_add(Duration::from_micros(1));
        Event {
            at: Some(self.current_time),
            kind: EventKind::Fact(Fact {
                name: "late".to_owned(),
                value: MAX_CLOCK_LATENESS.to_owned(),
            }),
        }
    }
}
