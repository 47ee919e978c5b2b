//! Reads a file of recorded conversation, event by event.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Read as _},
};

use crate::{
    protocol::{self, Protocol},
    transcript::{Event, LineReader, ParseError},
};

/// No line of a record is longer, in bytes: twice what a recording puts into one.
const LONGEST: u64 = 64 << 20;

/// In so many events there is a handshake, if there is any.
const AHEAD: usize = 100_000;

/// A file that is being read.
pub struct Reading {
    pub name: String,
    input: Box<dyn BufRead>,
    reader: LineReader,
    /// The number of the last line.
    line: usize,
    /// The last line, with what ends it.
    raw: Vec<u8>,
    /// What was read to see who speaks.
    ahead: VecDeque<(usize, Event)>,
    /// What `@protocol` says.
    protocol: Option<String>,
    pub end: Ending,
}

/// How a file ends.
#[derive(Debug, Default)]
pub enum Ending {
    /// It goes on, or ends as it should.
    #[default]
    Proper,
    /// In the middle of this line.
    Torn(usize),
    /// At something that is no line of a record.
    Damaged(ParseError),
    /// With bytes that the system does not give.
    Unread(io::Error),
}

impl Reading {
    pub fn new(name: String, input: Box<dyn BufRead>) -> Reading {
        Reading {
            name,
            input,
            reader: LineReader::default(),
            line: 0,
            raw: Vec::new(),
            ahead: VecDeque::new(),
            protocol: None,
            end: Ending::Proper,
        }
    }

    /// The protocol that the file says it is, or whose handshake stands at its beginning.
    ///
    /// # Errors
    /// If it says the name of none.
    pub fn protocol(&mut self) -> Result<Option<&'static dyn Protocol>, String> {
        let mut judges: Vec<_> = protocol::ALL.iter().map(|it| (*it, it.judge())).collect();
        while self.ahead.len() < AHEAD {
            let read = self.read();
            if let Some(name) = &self.protocol {
                self.ahead.extend(read);
                let unknown = || format!("{}: there is no protocol `{name}`", self.name);
                return protocol::find(name).map(Some).ok_or_else(unknown);
            }
            let Some((line, event)) = read else {
                break;
            };
            for (_, judge) in &mut judges {
                judge.hear(&event);
            }
            self.ahead.push_back((line, event));
            if let Some((found, _)) = judges.iter().find(|it| it.1.shook_hands()) {
                return Ok(Some(*found));
            }
        }
        Ok(None)
    }

    fn read(&mut self) -> Option<(usize, Event)> {
        while matches!(self.end, Ending::Proper) {
            self.raw.clear();
            let mut limited = self.input.by_ref().take(LONGEST);
            match limited.read_until(b'\n', &mut self.raw) {
                Ok(0) => return None,
                Ok(_) => self.line += 1,
                Err(err) => {
                    self.end = Ending::Unread(err);
                    return None;
                }
            }
            if self.protocol.is_none()
                && let Some(name) = self.raw.strip_prefix(b"@protocol ")
            {
                self.protocol = Some(String::from_utf8_lossy(name).trim().to_owned());
            }
            let whole = self.raw.ends_with(b"\n");
            match self.reader.line(&self.raw) {
                // A line that somebody wrote by hand may end with the file; a recorded one is torn there.
                Ok(Some(event)) if !whole && event.at.is_some() => {
                    self.end = Ending::Torn(self.line);
                }
                Ok(Some(event)) => return Some((self.line, event)),
                Ok(None) => (),
                Err(_) if !whole && (self.raw.len() as u64) < LONGEST => {
                    self.end = Ending::Torn(self.line);
                }
                Err(err) => self.end = Ending::Damaged(err),
            }
        }
        None
    }
}

/// The events, each with its line, to where the file ends one way or the other.
impl Iterator for Reading {
    type Item = (usize, Event);

    fn next(&mut self) -> Option<(usize, Event)> {
        match self.ahead.pop_front() {
            Some(it) => Some(it),
            None => self.read(),
        }
    }
}
