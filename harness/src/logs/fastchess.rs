//! The log of fastchess with the lines of the engines. A line has a label, the time of day, the thread, the engine's
//! name, an arrow, and the text. The arrow `<---` points to the engine.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    foreign::{Foreign, LineKind, LineParser, ParsedLine},
    stamp::{Stamp, leading},
};
use crate::{message::message, transcript::Speaker};

pub(super) struct Fastchess;

impl Format for Fastchess {
    fn name(&self) -> &'static str {
        "fastchess"
    }

    fn title(&self) -> &'static str {
        "fastchess -log engine=true"
    }

    fn example(&self) -> &'static str {
        "[Engine] [12:00:01.123456] <  2> Name <--- {command}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(Log)
    }
}

const LABEL: &[u8] = b"[Engine] ";
const STDERR: &[u8] = b"<stderr> ";

/// The arrows to and from the engine, with a space before them; both have the same length.
const TO: &[u8] = b" <---";
const FROM: &[u8] = b" --->";

struct Log;

impl LineParser for Log {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, Problem> {
        let Some(rest) = line.strip_prefix(LABEL) else {
            return Ok(None);
        };
        let head = head(rest).map_err(|it| it.after(LABEL.len()))?;
        let mut at = LABEL.len() + head.length;
        let rest = line.get(at..).unwrap_or_default();
        let stderr = rest.starts_with(STDERR);
        if stderr {
            at += STDERR.len();
        }
        let rest = line.get(at..).unwrap_or_default();
        let mut places = rest.windows(TO.len());
        let arrow = places.position(|it| it == TO || it == FROM);
        let message = message!(
            "log_name_and_arrow_expected",
            "expected a name and an arrow such as Name <---"
        );
        let arrow = arrow.ok_or_else(|| Problem::new(at, message))?;
        let (name, after_arrow) = rest.split_at_checked(arrow).unwrap_or_default();
        let kind = match (stderr, after_arrow.starts_with(TO)) {
            (true, _) => LineKind::Stderr,
            (false, true) => LineKind::Line(Speaker::Interface),
            (false, false) => LineKind::Line(Speaker::Engine),
        };
        // Engines with the same name may play in parallel threads, so the key contains the thread.
        let key = if stderr {
            Cow::Owned([head.thread, name].concat())
        } else {
            let start = LABEL.len() + head.length - head.thread.len();
            Cow::Borrowed(line.get(start..at + arrow).unwrap_or_default())
        };
        let text = after_arrow.get(TO.len()..).unwrap_or_default();
        Ok(Some(ParsedLine {
            key,
            name,
            time: Some((head.stamp, 0)).into(),
            kind,
            text: text.strip_prefix(b" ").unwrap_or(text),
        }))
    }
}

/// The part of a line before the engine's name.
struct Head<'a> {
    stamp: Stamp,
    /// `<  2> `
    thread: &'a [u8],
    length: usize,
}

/// Parses the part of a line before the engine's name: `[12:00:01.123456] <  2> `
fn head(text: &[u8]) -> Result<Head<'_>, Problem> {
    let wrong = || {
        Problem::new(
            0,
            message!(
                "log_time_expected",
                "expected a time such as [12:00:01.123456]"
            ),
        )
    };
    let (stamp, at) = leading(text)?.ok_or_else(wrong)?;
    let wrong = || {
        Problem::new(
            at,
            message!("log_thread_expected", "expected a thread such as <  2>"),
        )
    };
    let rest = text.get(at..).and_then(|it| it.strip_prefix(b" "));
    let rest = rest.filter(|it| it.starts_with(b"<")).ok_or_else(wrong)?;
    let end = rest
        .windows(2)
        .position(|it| it == b"> ")
        .ok_or_else(wrong)?;
    Ok(Head {
        stamp,
        thread: rest.get(..end + 2).unwrap_or_default(),
        length: at + 1 + end + 2,
    })
}
