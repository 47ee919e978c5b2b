//! Writes transcripts in the text format.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::io::Write as _;

use super::{
    duration,
    escape::{self, NewlineEscape, is_plain_line},
    event::{Event, EventKind, Fact, SessionEnd, Speaker, Transcript},
};

impl Transcript {
    /// Returns the transcript as text, which [`parse`](Transcript::parse) parses to the same events.
    ///
    /// Parsing the text gives the same events for every transcript that a session can record. In a recorded transcript,
    /// times are whole microseconds that never decrease, no event follows the end, and names of facts and signals are
    /// not empty.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for event in &self.events {
            event.write_to(&mut out);
        }
        out
    }
}

impl Event {
    /// Writes the line of the text format for this event, including the newline.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        if let Some(at) = self.at {
            // Writing to a vector cannot fail.
            let _ = write!(out, "{}.{:06} ", at.as_secs(), at.subsec_micros());
        }
        match &self.kind {
            EventKind::Line(Speaker::Interface, line) => write_line(b">", line, out),
            EventKind::Line(Speaker::Engine, line) => write_line(b"<", line, out),
            EventKind::Stderr(line) => write_line(b"%", line, out),
            EventKind::Chunk(Speaker::Interface, bytes) => write_chunk(b">", bytes, out),
            EventKind::Chunk(Speaker::Engine, bytes) => write_chunk(b"<", bytes, out),
            EventKind::Silence(time) => {
                out.extend(b"~ ");
                duration::write_duration(*time, out);
            }
            EventKind::InputClosed => out.extend(b">! eof"),
            EventKind::End(end) => write_session_end(end, out),
            EventKind::Fact(Fact { name, value }) => {
                out.extend(b"= ");
                write_name(name, out);
                if !value.is_empty() {
                    out.push(b' ');
                    escape::write_escaped(value.as_bytes(), NewlineEscape::Short, out);
                }
            }
        }
        out.push(b'\n');
    }
}

impl Event {
    /// Returns the line of the text format for this event, including the newline. Bytes that are not UTF-8 are written
    /// as `\xNN`.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            return text.to_owned();
        }
        let kind = match &self.kind {
            EventKind::Line(speaker, line) => {
                EventKind::Chunk(*speaker, [line, &b"\n"[..]].concat())
            }
            it => it.clone(),
        };
        bytes.clear();
        let event = Event { at: self.at, kind };
        event.write_to(&mut bytes);
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            for byte in chunk.invalid() {
                text.push_str(&format!("\\x{byte:02X}"));
            }
        }
        text
    }
}

fn write_line(mark: &[u8], line: &[u8], out: &mut Vec<u8>) {
    out.extend(mark);
    if !is_plain_line(line) {
        out.extend(b"| ");
        return escape::write_escaped(&[line, b"\n"].concat(), NewlineEscape::ShortAtEnd, out);
    }
    if !line.is_empty() {
        out.push(b' ');
    }
    for byte in line {
        out.push(*byte);
        // If the transcript is played as a script, a single `{` would begin a placeholder, so `{` is written twice.
        if mark == b">" && *byte == b'{' {
            out.push(b'{');
        }
    }
}

fn write_chunk(mark: &[u8], bytes: &[u8], out: &mut Vec<u8>) {
    out.extend(mark);
    out.push(b'|');
    if bytes.is_empty() {
        return;
    }
    out.push(b' ');
    let line = bytes.strip_suffix(b"\n");
    // If a chunk is one line that needs escapes, its newline is not written as the escape `\n`, because the parser
    // would read the chunk as an escaped line.
    let ambiguous = line.is_some_and(|it| !it.contains(&b'\n') && !is_plain_line(it));
    let newline = if ambiguous {
        NewlineEscape::Hex
    } else {
        NewlineEscape::Short
    };
    escape::write_escaped(bytes, newline, out);
}

fn write_session_end(end: &SessionEnd, out: &mut Vec<u8>) {
    match end {
        SessionEnd::Exit(status) => drop(write!(out, "! exit {status}")),
        SessionEnd::Signal(name) => {
            out.extend(b"! signal ");
            write_name(name, out);
        }
        SessionEnd::Eof => out.extend(b"! eof"),
        SessionEnd::Killed => out.extend(b"! killed"),
        SessionEnd::Cut => out.extend(b"! cut"),
    }
}

/// Writes the name of a fact or of a signal. A space in the name is escaped, because a space would end the name.
fn write_name(name: &str, out: &mut Vec<u8>) {
    for (i, part) in name.split(' ').enumerate() {
        if i > 0 {
            out.extend(br"\x20");
        }
        escape::write_escaped(part.as_bytes(), NewlineEscape::Short, out);
    }
}
