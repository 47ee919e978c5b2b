//! Reads a log of conversations, event by event.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, BufRead, Read as _},
};

use crate::{
    logs::{self, Format, LogCapabilities},
    message::{Message, message},
    protocol::{self, Judge, Protocol},
    transcript::{Event, EventKind, Speaker},
};

/// The longest accepted line, in bytes.
const MAX_LINE: u64 = 64 << 20;

/// How many events are searched for a handshake.
const LOOKAHEAD: usize = 100_000;

/// How many conversations are searched for a handshake.
const MAX_SEARCHED: usize = 16;

/// A log and the position of its reader.
pub(crate) struct LogFile {
    pub name: String,
    pub format: &'static dyn Format,
    pub end: LogEnd,
    /// How many lines were part of no conversation.
    pub skipped: usize,
    /// How many events were returned.
    pub events: usize,
    input: Box<dyn BufRead>,
    reader: Box<dyn logs::Reader>,
    /// The number of the last line.
    line: usize,
    /// The last line, with its line ending.
    raw: Vec<u8>,
    /// Events that are read but not yet returned.
    ahead: VecDeque<LogEvent>,
}

/// An event of a log.
#[derive(Clone, Debug)]
pub(crate) struct LogEvent {
    pub line: usize,
    /// The number of its conversation in the log.
    pub conversation: usize,
    pub event: Event,
}

/// How a log ends.
#[derive(Debug, Default)]
pub(crate) enum LogEnd {
    /// No error so far.
    #[default]
    Complete,
    /// The log ends in the middle of this line.
    Truncated(usize),
    /// A line is malformed.
    Malformed {
        line: usize,
        column: usize,
        message: Message,
    },
    /// The file cannot be read further.
    ReadError(io::Error),
}

impl LogFile {
    /// Opens a log in this format, or in the format that its first lines have.
    ///
    /// # Errors
    /// The format is unrecognized, or the log cannot be read.
    pub(crate) fn new(
        name: String,
        mut input: Box<dyn BufRead>,
        format: Option<&'static dyn Format>,
    ) -> Result<LogFile, Message> {
        let wrong = |error: String| message!("file_error", "{file}: {error}", file = &name, error);
        let head = input.fill_buf().map_err(|err| wrong(err.to_string()))?;
        let format = match format {
            Some(format) => format,
            None => logs::detect(head).map_err(|err| wrong(err.to_string()))?,
        };
        Ok(LogFile {
            name,
            format,
            end: LogEnd::Complete,
            skipped: 0,
            events: 0,
            input,
            reader: format.reader(),
            line: 0,
            raw: Vec::new(),
            ahead: VecDeque::new(),
        })
    }

    /// The name of the engine of a conversation in the log.
    pub(crate) fn engine_name(&self, conversation: usize) -> &[u8] {
        self.reader.name(logs::Conversation(conversation))
    }

    /// The content of the log (commands, times), as far as it was read.
    pub(crate) fn capabilities(&self) -> LogCapabilities {
        self.reader.capabilities()
    }

    /// The protocol that the log names, or whose handshake it has, or, in a log without commands, whose responses it has
    /// most of.
    ///
    /// # Errors
    /// The log names an unrecognized protocol.
    pub(crate) fn protocol(&mut self) -> Result<Option<&'static dyn Protocol>, Message> {
        let mut judges: BTreeMap<usize, Vec<Box<dyn Judge>>> = BTreeMap::new();
        let mut responses = vec![0; protocol::ALL.len()];
        let mut events = Vec::new();
        let mut found = None;
        let opening = |it: &&dyn Protocol| {
            let beats = it.dialogue().handshake();
            beats.first().map(|it| it.command.clone())
        };
        let openings: Vec<Option<Vec<u8>>> = protocol::ALL.iter().map(opening).collect();
        while events.len() < LOOKAHEAD && found.is_none() {
            let next = self.next();
            if let Some(name) = self.reader.protocol() {
                let unknown = || {
                    message!(
                        "log_protocol_unrecognized",
                        "{file}: unrecognized protocol `{name}`",
                        file = &self.name,
                        name
                    )
                };
                found = Some(protocol::find(name).ok_or_else(unknown)?);
            }
            let Some(entry) = next else {
                break;
            };
            for (count, protocol) in responses.iter_mut().zip(protocol::ALL) {
                *count += usize::from(is_response(*protocol, &entry.event));
            }
            let new_judges = || protocol::ALL.iter().map(|it| it.judge()).collect();
            if judges.len() < MAX_SEARCHED || judges.contains_key(&entry.conversation) {
                let judges = judges.entry(entry.conversation).or_insert_with(new_judges);
                for ((judge, protocol), opening) in
                    judges.iter_mut().zip(protocol::ALL).zip(&openings)
                {
                    // A handshake begins a new process; earlier lines belong to another one.
                    if is_command(&entry.event, opening.as_deref()) {
                        *judge = protocol.judge();
                    }
                    judge.observe(&entry.event);
                    if found.is_none() && judge.handshake_done() {
                        found = Some(*protocol);
                    }
                }
            }
            events.push(entry);
        }
        self.events -= events.len();
        // `ahead` may hold a second event of the last line.
        for entry in events.into_iter().rev() {
            self.ahead.push_front(entry);
        }
        if found.is_none() && !self.capabilities().commands {
            let best = responses.iter().zip(protocol::ALL).max_by_key(|it| *it.0);
            found = best.filter(|it| *it.0 > 0).map(|it| *it.1);
        }
        Ok(found)
    }

    /// Reads up to the next line with an event.
    fn read_events(&mut self) {
        while matches!(self.end, LogEnd::Complete) && self.ahead.is_empty() {
            self.raw.clear();
            let mut limited = self.input.by_ref().take(MAX_LINE);
            match limited.read_until(b'\n', &mut self.raw) {
                Ok(0) => return,
                Ok(_) => self.line += 1,
                Err(err) => {
                    self.end = LogEnd::ReadError(err);
                    return;
                }
            }
            let line = self.line;
            let truncated = !self.raw.ends_with(b"\n") && (self.raw.len() as u64) < MAX_LINE;
            match self.reader.line(&self.raw) {
                // A transcript written by hand may end without a newline; any other log is truncated there.
                Ok(Some(entry)) if truncated && (self.is_foreign() || entry.event.at.is_some()) => {
                    self.end = LogEnd::Truncated(line);
                }
                Ok(Some(entry)) => {
                    let events = std::iter::once(entry.event).chain(entry.note);
                    self.ahead.extend(events.map(|event| LogEvent {
                        line,
                        conversation: entry.conversation.0,
                        event,
                    }));
                }
                Ok(None) => self.skipped += 1,
                Err(_) if truncated => self.end = LogEnd::Truncated(line),
                Err(problem) => {
                    self.end = LogEnd::Malformed {
                        line,
                        column: problem.column,
                        message: problem.message,
                    }
                }
            }
        }
    }

    /// Whether another program wrote the log.
    pub(crate) fn is_foreign(&self) -> bool {
        self.format.name() != logs::OURS
    }
}

/// Whether the interface sends this command in this event.
fn is_command(event: &Event, command: Option<&[u8]>) -> bool {
    matches!(&event.kind, EventKind::Line(Speaker::Interface, line) if Some(line.as_slice()) == command)
}

fn is_response(protocol: &dyn Protocol, event: &Event) -> bool {
    match &event.kind {
        EventKind::Line(Speaker::Engine, line) => protocol.is_response(line),
        _ => false,
    }
}

/// The events up to the end of the log or its first error.
impl Iterator for LogFile {
    type Item = LogEvent;

    fn next(&mut self) -> Option<LogEvent> {
        if self.ahead.is_empty() {
            self.read_events();
        }
        let next = self.ahead.pop_front();
        self.events += usize::from(next.is_some());
        next
    }
}
