//! Reads a log of conversations, event by event.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, BufRead, Read as _},
};

use crate::{
    logs::{self, Format, LogCapabilities},
    protocol::{self, Judge, Protocol},
    transcript::{Event, EventKind, Speaker},
};

/// No line of a log is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// In so many events there is a handshake, if there is any.
const AHEAD: usize = 100_000;

/// In so many conversations it is looked for.
const LISTENED: usize = 16;

/// A log that is being read.
pub(crate) struct Reading {
    pub name: String,
    pub format: &'static dyn Format,
    pub end: Ending,
    /// How many lines were part of no conversation, and how many events there were.
    pub skipped: usize,
    pub heard: usize,
    input: Box<dyn BufRead>,
    reader: Box<dyn logs::Reader>,
    /// The number of the last line.
    line: usize,
    /// The last line, with what ends it.
    raw: Vec<u8>,
    /// What was read to see who speaks, and what a line tells besides.
    ahead: VecDeque<Heard>,
}

/// An event of a log.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub line: usize,
    /// Which of its conversations it is part of.
    pub conversation: usize,
    pub event: Event,
}

/// How a log ends.
#[derive(Debug, Default)]
pub(crate) enum Ending {
    /// It goes on, or ends as it should.
    #[default]
    Proper,
    /// In the middle of this line.
    Torn(usize),
    /// At a line that cannot be read.
    Damaged {
        line: usize,
        column: usize,
        message: String,
    },
    /// With bytes that the system does not give.
    Unread(io::Error),
}

impl Reading {
    /// Begins to read. The format is the one that is named, or the one that the log begins like.
    ///
    /// # Errors
    /// If it begins like none, or cannot be read at all.
    pub(crate) fn new(
        name: String,
        mut input: Box<dyn BufRead>,
        format: Option<&'static dyn Format>,
    ) -> Result<Reading, String> {
        let head = input.fill_buf().map_err(|err| format!("{name}: {err}"))?;
        let format = match format {
            Some(format) => format,
            None => logs::detect(head).map_err(|err| format!("{name}: {err}"))?,
        };
        Ok(Reading {
            name,
            format,
            end: Ending::Proper,
            skipped: 0,
            heard: 0,
            input,
            reader: format.reader(),
            line: 0,
            raw: Vec::new(),
            ahead: VecDeque::new(),
        })
    }

    /// What the log calls the other side of a conversation.
    pub(crate) fn party(&self, conversation: usize) -> &[u8] {
        self.reader.name(logs::Conversation(conversation))
    }

    /// What the log tells, as far as it was read.
    pub(crate) fn capabilities(&self) -> LogCapabilities {
        self.reader.capabilities()
    }

    /// The protocol that the log says it is, or whose handshake stands at its beginning, or whose
    /// responses it holds if it holds nothing else.
    ///
    /// # Errors
    /// If it says the name of none.
    pub(crate) fn protocol(&mut self) -> Result<Option<&'static dyn Protocol>, String> {
        let mut ears: BTreeMap<usize, Vec<Box<dyn Judge>>> = BTreeMap::new();
        let mut responses = vec![0; protocol::ALL.len()];
        let mut seen = Vec::new();
        let mut found = None;
        let opening = |it: &&dyn Protocol| {
            let beats = it.dialogue().handshake();
            beats.first().map(|it| it.command.clone())
        };
        let openings: Vec<Option<Vec<u8>>> = protocol::ALL.iter().map(opening).collect();
        while seen.len() < AHEAD && found.is_none() {
            let next = self.next();
            if let Some(name) = self.reader.protocol() {
                let unknown = || format!("{}: there is no protocol `{name}`", self.name);
                found = Some(protocol::find(name).ok_or_else(unknown)?);
            }
            let Some(heard) = next else {
                break;
            };
            for (count, protocol) in responses.iter_mut().zip(protocol::ALL) {
                *count += usize::from(is_response(*protocol, &heard.event));
            }
            let judges = || protocol::ALL.iter().map(|it| it.judge()).collect();
            if ears.len() < LISTENED || ears.contains_key(&heard.conversation) {
                let ears = ears.entry(heard.conversation).or_insert_with(judges);
                for ((judge, protocol), opening) in
                    ears.iter_mut().zip(protocol::ALL).zip(&openings)
                {
                    // What came before a handshake has nothing to do with it.
                    if is_command(&heard.event, opening.as_deref()) {
                        *judge = protocol.judge();
                    }
                    judge.hear(&heard.event);
                    if found.is_none() && judge.shook_hands() {
                        found = Some(*protocol);
                    }
                }
            }
            seen.push(heard);
        }
        self.heard -= seen.len();
        // What was told beside the last line stands there already.
        for heard in seen.into_iter().rev() {
            self.ahead.push_front(heard);
        }
        if found.is_none() && !self.capabilities().commands {
            let best = responses.iter().zip(protocol::ALL).max_by_key(|it| *it.0);
            found = best.filter(|it| *it.0 > 0).map(|it| *it.1);
        }
        Ok(found)
    }

    /// Reads up to the next line that tells something, and takes down what it tells.
    fn read(&mut self) {
        while matches!(self.end, Ending::Proper) && self.ahead.is_empty() {
            self.raw.clear();
            let mut limited = self.input.by_ref().take(LONGEST);
            match limited.read_until(b'\n', &mut self.raw) {
                Ok(0) => return,
                Ok(_) => self.line += 1,
                Err(err) => {
                    self.end = Ending::Unread(err);
                    return;
                }
            }
            let line = self.line;
            let torn = !self.raw.ends_with(b"\n") && (self.raw.len() as u64) < LONGEST;
            match self.reader.line(&self.raw) {
                // A line that somebody wrote by hand may end with the file; another one is torn there.
                Ok(Some(heard)) if torn && (self.is_foreign() || heard.event.at.is_some()) => {
                    self.end = Ending::Torn(line);
                }
                Ok(Some(heard)) => {
                    let events = std::iter::once(heard.event).chain(heard.note);
                    self.ahead.extend(events.map(|event| Heard {
                        line,
                        conversation: heard.conversation.0,
                        event,
                    }));
                }
                Ok(None) => self.skipped += 1,
                Err(_) if torn => self.end = Ending::Torn(line),
                Err(problem) => {
                    self.end = Ending::Damaged {
                        line,
                        column: problem.column,
                        message: problem.message,
                    }
                }
            }
        }
    }

    /// Whether somebody else wrote it.
    pub(crate) fn is_foreign(&self) -> bool {
        self.format.name() != logs::OURS
    }
}

/// Whether the interface sends this command here.
fn is_command(event: &Event, command: Option<&[u8]>) -> bool {
    matches!(&event.kind, EventKind::Line(Speaker::Interface, line) if Some(line.as_slice()) == command)
}

fn is_response(protocol: &dyn Protocol, event: &Event) -> bool {
    match &event.kind {
        EventKind::Line(Speaker::Engine, line) => protocol.is_response(line),
        _ => false,
    }
}

/// The events, to where the log ends one way or the other.
impl Iterator for Reading {
    type Item = Heard;

    fn next(&mut self) -> Option<Heard> {
        if self.ahead.is_empty() {
            self.read();
        }
        let next = self.ahead.pop_front();
        self.heard += usize::from(next.is_some());
        next
    }
}
