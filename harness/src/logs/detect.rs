//! Which format a log is in, by its first lines.

use std::fmt;

use super::{ALL, Format, Reader, example};
use crate::{readable::readable, transcript::EventKind};

/// So many lines are looked at.
const LINES: usize = 100;

/// The format of a log that begins like this. Any beginning will do; some ten kilobytes are
/// enough.
pub(crate) fn detect(head: &[u8]) -> Result<&'static dyn Format, Undetected> {
    let lines = head.split_inclusive(|it| *it == b'\n').take(LINES);
    let lines: Vec<&[u8]> = lines.collect();
    let mut best: Option<(usize, &'static dyn Format)> = None;
    for format in ALL {
        let count = format.understands(&lines);
        if count > best.map_or(0, |it| it.0) {
            best = Some((count, *format));
        }
    }
    best.map(|it| it.1).ok_or_else(|| Undetected::new(head))
}

/// How many lines tell what was said, if they are not outnumbered by those that are damaged.
pub(super) fn understood(reader: &mut dyn Reader, head: &[&[u8]]) -> usize {
    let (mut understood, mut damaged) = (0, 0);
    for line in head {
        match reader.line(line) {
            Ok(Some(heard)) => understood += usize::from(is_said(&heard.event.kind)),
            Ok(None) => (),
            Err(_) => damaged += 1,
        }
    }
    if damaged > understood { 0 } else { understood }
}

fn is_said(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Line(..) | EventKind::Chunk(..))
}

/// A log whose format nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Undetected {
    /// Its first lines, for people.
    pub first: Vec<String>,
    /// It is written in two bytes a character, as Windows may do it.
    pub utf16: bool,
}

/// How many lines are shown, and how much of each.
const SHOWN: usize = 5;
const WIDTH: usize = 100;

impl Undetected {
    fn new(head: &[u8]) -> Undetected {
        let lines = head.split(|it| *it == b'\n').take(SHOWN);
        let mut first: Vec<String> = lines.map(shown).collect();
        let last = first.iter().rposition(|it| !it.is_empty());
        first.truncate(last.map_or(0, |it| it + 1));
        Undetected {
            first,
            utf16: head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff"),
        }
    }
}

/// The beginning of a line, safe to print anywhere.
fn shown(line: &[u8]) -> String {
    let start = line.get(..line.len().min(4 * WIDTH)).unwrap_or_default();
    let text = readable(start.trim_ascii_end());
    let text = text.chars().take(WIDTH);
    text.map(|it| if it.is_control() { '·' } else { it })
        .collect()
}

impl fmt::Display for Undetected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.utf16 {
            return out.write_str("this is UTF-16: write it as UTF-8 first");
        }
        if self.first.is_empty() {
            return out.write_str("there is nothing in it");
        }
        out.write_str("this is no log of a format that we know. It begins like this:\n")?;
        for (number, line) in self.first.iter().enumerate() {
            writeln!(out, "  {} | {line}", number + 1)?;
        }
        out.write_str("If it is one of these all the same, say so with `--format NAME`:")?;
        let width = ALL.iter().map(|it| it.name().len()).max().unwrap_or(0);
        for format in ALL {
            write!(out, "\n  {:width$}  {}", format.name(), example(*format))?;
        }
        Ok(())
    }
}

impl std::error::Error for Undetected {}
