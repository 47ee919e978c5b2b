//! What is said to an engine in one go, and how a script writes it.

use crate::{
    session::Conversation,
    transcript::{Event, EventKind, Speaker},
};

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
    /// Whatever it takes until the engine is at rest, and answers.
    Rest,
    /// A look at what the engine uses.
    Measure,
}

impl Unit {
    /// A unit of plain lines.
    pub fn lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> Unit {
        let says = lines.into_iter().map(|it| Say::Line(it.into()));
        Unit {
            says: says.collect(),
        }
    }

    /// Ends the last line, if it was left open.
    pub fn end_line(&mut self) {
        let spoken = |it: &&mut Say| !matches!(it, Say::Rest | Say::Measure);
        if let Some(Say::Bytes(bytes)) = self.says.iter_mut().rev().find(spoken)
            && !bytes.ends_with(b"\n")
        {
            bytes.push(b'\n');
        }
    }

    /// Says everything in one write.
    pub fn at_once(&mut self) {
        let whole: Vec<&[u8]> = self.says.iter().map(Say::bytes).collect();
        let whole = [whole.join(&b'\n'), b"\n".to_vec()].concat();
        self.says = vec![Say::Bytes(whole)];
    }
}

/// The lines that come of it, however they are sent.
pub(super) fn lines(says: &[Say]) -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    for say in says {
        match say {
            Say::Line(line) => text.extend([line, &b"\n"[..]].concat()),
            Say::Bytes(bytes) => text.extend(bytes),
            Say::Rest | Say::Measure => (),
        }
    }
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    text.split(|it| *it == b'\n').map(<[u8]>::to_vec).collect()
}

impl Say {
    /// The bytes that go over the pipe, without the last newline.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Say::Line(bytes) => bytes,
            Say::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
            Say::Rest | Say::Measure => b"",
        }
    }

    /// Says it. False if the engine did not come to rest.
    pub(super) fn say(&self, conversation: &mut Conversation<'_>) -> bool {
        match self {
            Say::Line(line) => conversation.say(line),
            Say::Bytes(bytes) => conversation.say_bytes(bytes),
            Say::Rest => return conversation.rest(),
            Say::Measure => conversation.measure(),
        }
        true
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
            Say::Rest => return out.extend(b"@idle\n"),
            Say::Measure => return out.extend(b"@measure\n"),
        };
        Event { at: None, kind }.write_to(out);
    }
}
