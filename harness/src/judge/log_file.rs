//! Reads a log of conversations, event by event.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::{self, BufRead, Read as _},
};

use crate::{
    logs::{self, LogCapabilities, LogFormat},
    message::{Message, message},
    protocol::{self, Judge, Protocol},
    transcript::{Event, EventKind, Speaker},
};

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The maximum number of events that are searched for a handshake.
const MAX_SEARCHED_EVENTS: usize = 100_000;

/// The maximum number of conversations that are searched for a handshake.
const MAX_SEARCHED_CONVERSATIONS: usize = 16;

/// The number of skipped lines, one after the other, that are compared with the other formats.
const COMPARED_LINES: usize = 10;

/// The part of a skipped line that is compared, in bytes.
const MAX_COMPARED_BYTES: usize = 1 << 10;

/// Of the compared lines, the number that must have the other format.
const MIN_LINES_OF_OTHER_FORMAT: usize = 8;

/// Fewer skipped lines are compared if a line of the conversation or the end of the log follows them. All of them must
/// have the other format.
const MIN_COMPARED_LINES: usize = 5;

/// A log, and how far it was read.
pub(crate) struct LogFile {
    pub name: String,
    pub format: &'static dyn LogFormat,
    pub end: LogEnd,
    /// The number of lines that are not part of a conversation.
    pub skipped_line_count: usize,
    /// The number of skipped lines that are neither blank nor messages of the program that wrote the log.
    skipped_text_line_count: usize,
    /// The number of the first line that `skipped_text_line_count` counts.
    first_skipped_line: Option<usize>,
    /// The last skipped lines, as far as no line of the conversation and no comparison came after them.
    last_skipped_lines: Vec<(usize, Vec<u8>)>,
    /// The first lines found that have another format.
    part_in_other_format: Option<PartInOtherFormat>,
    /// True if the format was detected, and not chosen by the user.
    pub is_format_detected: bool,
    /// The number of events that the iterator has returned.
    pub returned_event_count: usize,
    input: Box<dyn BufRead + Send>,
    reader: Box<dyn logs::LogReader>,
    /// The number of the last line that was read.
    line_number: usize,
    /// The last line that was read, with its line end.
    raw_line: Vec<u8>,
    /// Events that are read but not yet returned.
    lookahead: VecDeque<NumberedEvent>,
}

/// Lines of a log that have another format than the log, as if two logs were written into one file.
#[derive(Clone, Copy)]
pub(crate) struct PartInOtherFormat {
    pub(crate) format: &'static dyn LogFormat,
    pub(crate) first_line: usize,
}

/// An event of a log.
#[derive(Clone, Debug)]
pub(crate) struct NumberedEvent {
    pub line_number: usize,
    /// The event belongs to the conversation with this number in the log.
    pub conversation_index: usize,
    pub event: Event,
}

/// How a log ends.
#[derive(Debug, Default)]
pub(crate) enum LogEnd {
    /// No error was found so far.
    #[default]
    Complete,
    /// The log ends in the middle of this line.
    TruncatedInLine(usize),
    /// The log can be read only up to a malformed line.
    Malformed {
        line_number: usize,
        column: usize,
        message: Message,
    },
    /// The file cannot be read to its end.
    ReadError(io::Error),
}

impl LogFile {
    /// Opens a log in the given format, or detects the format by the first lines.
    ///
    /// # Errors
    /// Returns an error if the format is unrecognized or the log cannot be read.
    pub(crate) fn new(
        name: String,
        mut input: Box<dyn BufRead + Send>,
        format: Option<&'static dyn LogFormat>,
    ) -> Result<LogFile, Message> {
        let wrong = |error: String| message!("file_error", "{file}: {error}", file = &name, error);
        let head = input.fill_buf().map_err(|err| wrong(err.to_string()))?;
        let is_format_detected = format.is_none();
        let format = match format {
            Some(format) => format,
            None => logs::detect_format(head).map_err(|err| wrong(err.to_string()))?,
        };
        Ok(LogFile {
            name,
            format,
            end: LogEnd::Complete,
            skipped_line_count: 0,
            first_skipped_line: None,
            skipped_text_line_count: 0,
            last_skipped_lines: Vec::new(),
            part_in_other_format: None,
            is_format_detected,
            returned_event_count: 0,
            input,
            reader: format.new_reader(),
            line_number: 0,
            raw_line: Vec::new(),
            lookahead: VecDeque::new(),
        })
    }

    /// Closes the file, but keeps what is already known about the log.
    pub(crate) fn close(&mut self) {
        self.input = Box::new(io::empty());
        self.raw_line = Vec::new();
    }

    /// The name of the engine in a conversation of the log.
    pub(crate) fn engine_name(&self, conversation: usize) -> &[u8] {
        self.reader.engine_name(logs::ConversationId(conversation))
    }

    /// The kinds of information in the lines read so far, such as commands and times.
    pub(crate) fn capabilities(&self) -> LogCapabilities {
        self.reader.capabilities()
    }

    /// Finds the protocol that the log names, or whose handshake the log contains. Without a complete handshake, chooses
    /// the most likely protocol; see [`ProtocolEvidence::most_likely_protocol`].
    ///
    /// # Errors
    /// Returns an error if the log names an unrecognized protocol.
    pub(crate) fn find_protocol(&mut self) -> Result<Option<&'static dyn Protocol>, Message> {
        let mut judges: BTreeMap<usize, Vec<Box<dyn Judge>>> = BTreeMap::new();
        let mut evidence = ProtocolEvidence::default();
        let mut events = Vec::new();
        let mut found = None;
        let opening = |it: &&dyn Protocol| {
            let beats = it.new_dialogue().handshake();
            beats.first().map(|it| it.command.clone())
        };
        let openings: Vec<Option<Vec<u8>>> = protocol::ALL_PROTOCOLS.iter().map(opening).collect();
        while events.len() < MAX_SEARCHED_EVENTS && found.is_none() {
            let next = self.next();
            if let Some(name) = self.reader.protocol_name() {
                let unknown = || {
                    message!(
                        "log_protocol_unrecognized",
                        "{file}: unrecognized protocol `{name}`",
                        file = &self.name,
                        name
                    )
                };
                found = Some(protocol::find_protocol(name).ok_or_else(unknown)?);
            }
            let Some(entry) = next else {
                break;
            };
            evidence.observe_event(&entry.event, &openings);
            let new_judges = || {
                protocol::ALL_PROTOCOLS
                    .iter()
                    .map(|it| it.new_judge())
                    .collect()
            };
            if judges.len() < MAX_SEARCHED_CONVERSATIONS
                || judges.contains_key(&entry.conversation_index)
            {
                let judges = judges
                    .entry(entry.conversation_index)
                    .or_insert_with(new_judges);
                for ((judge, protocol), opening) in judges
                    .iter_mut()
                    .zip(protocol::ALL_PROTOCOLS)
                    .zip(&openings)
                {
                    // A handshake begins the conversation with a new process, so earlier lines
                    // belong to another process.
                    if is_command(&entry.event, opening.as_deref()) {
                        *judge = protocol.new_judge();
                    }
                    judge.observe_event(&entry.event);
                    if found.is_none() && judge.is_handshake_done() {
                        found = Some(*protocol);
                    }
                }
            }
            events.push(entry);
        }
        self.returned_event_count -= events.len();
        // `lookahead` may already contain a second event of the last line, so the events that were read for the search
        // are put before that second event.
        for entry in events.into_iter().rev() {
            self.lookahead.push_front(entry);
        }
        Ok(found.or_else(|| evidence.most_likely_protocol(self.capabilities().has_commands)))
    }

    /// Reads lines up to the next line with an event.
    fn read_events(&mut self) {
        while matches!(self.end, LogEnd::Complete) && self.lookahead.is_empty() {
            self.raw_line.clear();
            let mut limited = self.input.by_ref().take(MAX_LINE_BYTES);
            match limited.read_until(b'\n', &mut self.raw_line) {
                Ok(0) => return self.compare_few_skipped_lines(),
                Ok(_) => self.line_number += 1,
                Err(err) => {
                    self.end = LogEnd::ReadError(err);
                    return;
                }
            }
            let line = self.line_number;
            let truncated =
                !self.raw_line.ends_with(b"\n") && (self.raw_line.len() as u64) < MAX_LINE_BYTES;
            match self.reader.parse_line(&self.raw_line) {
                // Only a handwritten transcript, which names its protocol and has no times, may end without a newline.
                // Any other log without a final newline is truncated.
                Ok(Some(entry))
                    if truncated
                        && (self.reader.protocol_name().is_none() || entry.event.at.is_some()) =>
                {
                    self.end = LogEnd::TruncatedInLine(line);
                }
                Ok(Some(entry)) => {
                    let events = std::iter::once(entry.event)
                        .chain(entry.lateness_event)
                        .chain(entry.clock_event);
                    self.compare_few_skipped_lines();
                    self.lookahead.extend(events.map(|event| NumberedEvent {
                        line_number: line,
                        conversation_index: entry.conversation.0,
                        event,
                    }));
                }
                Ok(None) => self.count_skipped_line(),
                Err(_) if truncated => self.end = LogEnd::TruncatedInLine(line),
                Err(problem) => {
                    self.end = LogEnd::Malformed {
                        line_number: line,
                        column: problem.column,
                        message: problem.message,
                    }
                }
            }
        }
    }

    fn count_skipped_line(&mut self) {
        self.skipped_line_count += 1;
        let is_blank = self.raw_line.trim_ascii().is_empty();
        if !is_blank && !self.format.is_program_message(&self.raw_line) {
            self.skipped_text_line_count += 1;
            self.first_skipped_line.get_or_insert(self.line_number);
            self.compare_with_other_formats();
        }
    }

    /// Adds the last line to the skipped lines, and compares them with the other formats if they are enough.
    fn compare_with_other_formats(&mut self) {
        let is_compared = self.is_format_detected && self.is_foreign_format();
        if !is_compared || self.part_in_other_format.is_some() {
            return;
        }
        let start = &self.raw_line[..self.raw_line.len().min(MAX_COMPARED_BYTES)];
        self.last_skipped_lines
            .push((self.line_number, start.to_vec()));
        if self.last_skipped_lines.len() == COMPARED_LINES {
            self.compare_skipped_lines(MIN_LINES_OF_OTHER_FORMAT);
        }
    }

    /// Compares the last skipped lines if they are the last ones in a row.
    fn compare_few_skipped_lines(&mut self) {
        let count = self.last_skipped_lines.len();
        if count >= MIN_COMPARED_LINES {
            self.compare_skipped_lines(count);
        }
        self.last_skipped_lines.clear();
    }

    /// Looks for another format that at least `min_lines` of the last skipped lines have.
    fn compare_skipped_lines(&mut self, min_lines: usize) {
        let skipped = std::mem::take(&mut self.last_skipped_lines);
        let lines: Vec<&[u8]> = skipped.iter().map(|it| it.1.as_slice()).collect();
        let other = logs::format_of_commands_and_responses(&lines, min_lines);
        let other = other.filter(|it| it.name() != self.format.name());
        self.part_in_other_format = other.map(|format| PartInOtherFormat {
            format,
            first_line: skipped.first().map_or(self.line_number, |it| it.0),
        });
    }

    /// The first lines that have another format than the detected one.
    pub(crate) fn part_in_other_format(&self) -> Option<PartInOtherFormat> {
        self.part_in_other_format
    }

    /// Returns the number of the first skipped line if the log probably has another format. A log probably has another
    /// format if more than half of all lines do not have the format that was detected by the first lines.
    pub(crate) fn first_line_of_wrong_format(&self) -> Option<usize> {
        let is_mostly_skipped = 2 * self.skipped_text_line_count > self.line_number;
        // In a transcript, the skipped lines are comments, so they are no sign of a wrong format.
        self.first_skipped_line
            .filter(|_| self.is_format_detected && self.is_foreign_format() && is_mostly_skipped)
    }

    /// True if another program than ponderhit wrote the log.
    pub(crate) fn is_foreign_format(&self) -> bool {
        self.format.name() != logs::TRANSCRIPT_FORMAT
    }
}

/// Signs of a protocol in a log that contains no complete handshake.
#[derive(Default)]
struct ProtocolEvidence {
    /// For each protocol of [`protocol::ALL_PROTOCOLS`], the number of lines that are responses of this protocol.
    responses: [usize; protocol::ALL_PROTOCOLS.len()],
    /// For each protocol, the number of lines that are responses of no other protocol.
    unique_responses: [usize; protocol::ALL_PROTOCOLS.len()],
    /// The protocols whose handshake the interface has begun.
    begun: BTreeSet<&'static str>,
}

impl ProtocolEvidence {
    /// Observes the next event; `openings` has the first command of each protocol's handshake.
    fn observe_event(&mut self, event: &Event, openings: &[Option<Vec<u8>>]) {
        let protocols = protocol::ALL_PROTOCOLS.iter().zip(openings);
        let begun = protocols.filter(|it| is_command(event, it.1.as_deref()));
        self.begun.extend(begun.map(|it| it.0.name()));
        let protocols = protocol::ALL_PROTOCOLS.iter().enumerate();
        let fits = protocols.filter(|(_, it)| is_response(**it, event));
        let fits: Vec<usize> = fits.map(|it| it.0).collect();
        for index in &fits {
            self.responses[*index] += 1;
        }
        if let [only] = fits[..] {
            self.unique_responses[only] += 1;
        }
    }

    /// In a log with commands, the protocol whose handshake was begun, or to which all lines belong that belong to one
    /// protocol only. In a log without commands, the protocol to which most lines belong.
    fn most_likely_protocol(&self, has_commands: bool) -> Option<&'static dyn Protocol> {
        let protocols = protocol::ALL_PROTOCOLS.iter().copied();
        if !has_commands {
            let best = protocols.zip(self.responses).max_by_key(|it| it.1);
            return best.filter(|it| it.1 > 0).map(|it| it.0);
        }
        let mut begun = self.begun.iter();
        if let (Some(name), None) = (begun.next(), begun.next()) {
            return protocol::find_protocol(name);
        }
        let mut unique = protocols
            .zip(self.unique_responses)
            .filter(|it| it.1 > 0)
            .map(|it| it.0);
        match (unique.next(), unique.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}

/// True if the event is the line `command` of the interface.
fn is_command(event: &Event, command: Option<&[u8]>) -> bool {
    matches!(&event.kind, EventKind::Line(Speaker::Interface, line) if Some(line.as_slice()) == command)
}

fn is_response(protocol: &dyn Protocol, event: &Event) -> bool {
    match &event.kind {
        EventKind::Line(Speaker::Engine, line) => protocol.is_response(line),
        _ => false,
    }
}

/// Iterates over the events, up to the end of the log or the first error.
impl Iterator for LogFile {
    type Item = NumberedEvent;

    fn next(&mut self) -> Option<NumberedEvent> {
        if self.lookahead.is_empty() {
            self.read_events();
        }
        let next = self.lookahead.pop_front();
        self.returned_event_count += usize::from(next.is_some());
        next
    }
}
