//! What is said to an engine in one go, and how a script writes it.

use crate::transcript::{Event, EventKind, Speaker};

/// A few lines that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    pub says: Vec<Say>,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Bytes in one write; newlines only where they are written.
    Bytes(Vec<u8>),
}

impl Unit {
    /// A unit of plain lines.
    pub fn lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> Unit {
        let says = lines.into_iter().map(|it| Say::Line(it.into()));
        Unit {
            says: says.collect(),
        }
    }
}

impl Say {
    /// The bytes that go over the pipe, without the last newline.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Say::Line(bytes) => bytes,
            Say::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
        }
    }

    /// Writes the line of a script that says it.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let kind = match self {
            // In a script braces are holes to fill.
            Say::Line(line) if line.iter().any(|it| matches!(it, b'{' | b'}')) => {
                EventKind::Chunk(Speaker::Interface, [line, &b"\n"[..]].concat())
            }
            Say::Line(line) => EventKind::Line(Speaker::Interface, line.clone()),
            Say::Bytes(bytes) => EventKind::Chunk(Speaker::Interface, bytes.clone()),
        };
        Event { at: None, kind }.write_to(out);
    }
}
