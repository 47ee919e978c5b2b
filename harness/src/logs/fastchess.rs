//! The log of fastchess with what its engines say: a label, the time of the day, the thread, the
//! engine's name, an arrow, then what was said. `<---` is to the engine here.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    stamp::{Stamp, leading},
    told::{Foreign, Lines, Told, What},
};
use crate::transcript::Speaker;

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

/// Two arrows with a blank before them, equally long.
const TO: &[u8] = b" <---";
const FROM: &[u8] = b" --->";

struct Log;

impl Lines for Log {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
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
        let message = "a name and an arrow go here, as Name <---";
        let arrow = arrow.ok_or_else(|| Problem::new(at, message))?;
        let (name, said) = rest.split_at_checked(arrow).unwrap_or_default();
        let what = match (stderr, said.starts_with(TO)) {
            (true, _) => What::Stderr,
            (false, true) => What::Line(Speaker::Interface),
            (false, false) => What::Line(Speaker::Engine),
        };
        // Engines of one name play side by side, each in a thread of its own.
        let key = if stderr {
            Cow::Owned([head.thread, name].concat())
        } else {
            let start = LABEL.len() + head.length - head.thread.len();
            Cow::Borrowed(line.get(start..at + arrow).unwrap_or_default())
        };
        let text = said.get(TO.len()..).unwrap_or_default();
        Ok(Some(Told {
            key,
            name,
            when: Some((head.stamp, 0)).into(),
            what,
            text: text.strip_prefix(b" ").unwrap_or(text),
        }))
    }
}

/// What stands before the name.
struct Head<'a> {
    stamp: Stamp,
    /// `<  2> `
    thread: &'a [u8],
    length: usize,
}

/// `[12:00:01.123456] <  2> `
fn head(text: &[u8]) -> Result<Head<'_>, Problem> {
    let wrong = || Problem::new(0, "a time goes here, as [12:00:01.123456]");
    let (stamp, at) = leading(text)?.ok_or_else(wrong)?;
    let wrong = || Problem::new(at, "a thread goes here, as <  2>");
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
