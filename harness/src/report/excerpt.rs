//! The few lines of a transcript that show a violation, safe to print anywhere.

use std::ops::Range;

use crate::{
    readable::{Shown as Part, characters, hex},
    rule::Culprit,
    transcript::{Event, EventKind, Speaker, Transcript},
};

/// How many events are shown before and after the culprit.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// How many bytes of a line are looked at: an engine may write megabytes without a newline.
const LOOKED_AT: usize = 4096;

/// The lines of a transcript before the first event: `@protocol`.
const HEADER_LINES: usize = 1;

/// Lines around a culprit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Excerpt {
    pub lines: Vec<Shown>,
    /// Which of the lines is the culprit.
    pub culprit: usize,
    /// The columns of that line that are to blame.
    pub columns: Range<usize>,
}

/// A line of a transcript as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Seconds since the start of the session.
    pub stamp: Option<f64>,
    /// The line with its mark, without control characters: `> quit`.
    pub text: String,
}

/// The lines of a written transcript before its first event.
pub fn transcript_head(protocol: &str) -> Vec<u8> {
    format!("@protocol {protocol}\n").into_bytes()
}

/// The line of an event in a written transcript, from 1.
pub fn line_number(event: usize) -> usize {
    event + 1 + HEADER_LINES
}

/// The lines around a culprit.
pub fn excerpt(transcript: &Transcript, culprit: &Culprit) -> Excerpt {
    let at = culprit.at.0;
    let telling = |it: &usize| !matches!(transcript.events[*it].kind, EventKind::Fact(_));
    let last = transcript.events.len();
    let before = before(transcript, (0..at.min(last)).rev().filter(telling));
    let after = (at.saturating_add(1)..last).filter(telling).take(AFTER);
    let mut excerpt = Excerpt {
        culprit: before.len(),
        ..Excerpt::default()
    };
    for index in before
        .into_iter()
        .chain((at < last).then_some(at))
        .chain(after)
    {
        let event = &transcript.events[index];
        let span = culprit.span.clone().filter(|_| index == at);
        let (text, columns) = shown(event, span);
        if index == at {
            excerpt.columns = columns;
        }
        let stamp = event.at.map(|it| it.as_secs_f64());
        excerpt.lines.push(Shown { stamp, text });
    }
    excerpt
}

/// The last few lines before the culprit. Of standard error only the very last one counts: what led
/// to it is easily longer than what was said.
fn before(transcript: &Transcript, backwards: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut kept = Vec::new();
    let (mut said, mut errors) = (0, 0);
    for index in backwards {
        let count = match transcript.events[index].kind {
            EventKind::Stderr(_) => &mut errors,
            _ => &mut said,
        };
        *count += 1;
        if said > BEFORE {
            break;
        }
        if errors <= 1 || !matches!(transcript.events[index].kind, EventKind::Stderr(_)) {
            kept.push(index);
        }
    }
    kept.reverse();
    kept
}

/// The lines of a text as people see them, safe to print anywhere.
pub(super) fn lines_of(text: &[u8]) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|it| *it == b'\n');
    lines.map(|it| printable(it, 0..0).0).collect()
}

/// An event as people see it, safe to print anywhere.
pub fn event_text(event: &Event) -> String {
    shown(event, None).0
}

/// An event as text, and the columns of `span` in it (of everything but the mark if `None`).
fn shown(event: &Event, span: Option<Range<usize>>) -> (String, Range<usize>) {
    let (mark, bytes) = match &event.kind {
        EventKind::Line(Speaker::Interface, line) => ("> ", line.clone()),
        EventKind::Line(Speaker::Engine, line) => ("< ", line.clone()),
        EventKind::Chunk(Speaker::Interface, bytes) => (">| ", bytes.clone()),
        EventKind::Chunk(Speaker::Engine, bytes) => ("<| ", bytes.clone()),
        EventKind::Stderr(line) => ("% ", line.clone()),
        EventKind::Silence(_) | EventKind::InputClosed | EventKind::End(_) | EventKind::Fact(_) => {
            ("", written(event))
        }
    };
    let skipped = if mark.is_empty() { 2 } else { 0 };
    let span = span.unwrap_or(skipped..bytes.len());
    let (text, columns) = printable(&bytes, span);
    let shift = mark.chars().count();
    (
        format!("{mark}{text}"),
        columns.start + shift..columns.end + shift,
    )
}

fn written(event: &Event) -> Vec<u8> {
    if let EventKind::Silence(time) = event.kind {
        return format!("~ {:.3}s", time.as_secs_f64()).into_bytes();
    }
    let mut bytes = Vec::new();
    let event = Event {
        at: None,
        kind: event.kind.clone(),
    };
    event.write_to(&mut bytes);
    bytes.truncate(bytes.trim_ascii_end().len());
    bytes
}

/// Bytes without anything that a terminal would obey, and where `span` went.
pub(super) fn printable(bytes: &[u8], span: Range<usize>) -> (String, Range<usize>) {
    let cut = bytes.len() > LOOKED_AT;
    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
    let mut out = Printable::default();
    for (shown, length) in characters(bytes) {
        match shown {
            Part::Char(it) => out.push(&span, length, &escape(it)),
            Part::Byte(it) => out.push(&span, length, &hex(it)),
        }
    }
    let start = out.start.unwrap_or(out.columns);
    let end = out.end.unwrap_or(out.columns).max(start + 1);
    if cut {
        out.text.push('…');
    }
    (out.text, start..end)
}

#[derive(Default)]
struct Printable {
    text: String,
    bytes: usize,
    columns: usize,
    start: Option<usize>,
    end: Option<usize>,
}

impl Printable {
    fn push(&mut self, span: &Range<usize>, bytes: usize, text: &str) {
        if self.start.is_none() && self.bytes + bytes > span.start {
            self.start = Some(self.columns);
        }
        self.text.push_str(text);
        self.bytes += bytes;
        self.columns += text.chars().count();
        if self.end.is_none() && self.bytes >= span.end {
            self.end = Some(self.columns);
        }
    }
}

fn escape(char: char) -> String {
    match char {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\0' => "\\0".to_owned(),
        // Marks that turn the direction of writing could make a line read as another one.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char.escape_unicode().to_string()
        }
        it if it.is_control() && it.is_ascii() => format!("\\x{:02X}", u32::from(it)),
        it if it.is_control() => it.escape_unicode().to_string(),
        it => it.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn carets_stand_under_the_characters_that_chinese_bytes_mean() {
        let line = b"option \xcf\xf3\xc6\xe5 type";
        let (text, columns) = printable(line, 7..11);
        assert_eq!((text.as_str(), columns), ("option 象棋 type", 7..9));
        let (text, columns) = printable(b"a\xffb", 1..2);
        assert_eq!((text.as_str(), columns), ("a\\xFFb", 1..5));
    }
}
