//! The debug log of the library python-chess, which many bots are made with: whatever its user puts
//! before, the protocol and the process, an arrow, then what was said. `<<` is to the engine here.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    stamp::leading,
    told::{Foreign, Lines, Told, What},
};
use crate::transcript::Speaker;

pub(super) struct PythonChess;

impl Format for PythonChess {
    fn name(&self) -> &'static str {
        "python-chess"
    }

    fn title(&self) -> &'static str {
        "the logger chess.engine of python-chess"
    }

    fn example(&self) -> &'static str {
        "DEBUG:chess.engine:<UciProtocol (pid=1012)>: << {command}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(Debug)
    }
}

const PROCESS: &[u8] = b"Protocol (pid=";

/// What stands before the process is no longer than that.
const BEFORE: usize = 200;

struct Debug;

impl Lines for Debug {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
        let start = line.get(..line.len().min(BEFORE)).unwrap_or_default();
        let mut places = start.windows(PROCESS.len());
        let Some(place) = places.position(|it| it == PROCESS) else {
            return Ok(None);
        };
        let at = place + PROCESS.len();
        let rest = line.get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let (process, rest) = rest.split_at_checked(length).unwrap_or_default();
        let Some(said) = rest.strip_prefix(b")>: ").filter(|_| length > 0) else {
            let message = "the number of a process goes here, as 1012)>:";
            return Err(Problem::new(at, message));
        };
        let Some((what, text)) = arrow(said) else {
            // What the library has to say about the process itself.
            return Ok(None);
        };
        Ok(Some(Told {
            key: Cow::Borrowed(process),
            name: process,
            when: leading(line)?.into(),
            what,
            text: text.strip_prefix(b" ").unwrap_or(text),
        }))
    }
}

fn arrow(said: &[u8]) -> Option<(What, &[u8])> {
    match said {
        [b'<', b'<', text @ ..] => Some((What::Line(Speaker::Interface), text)),
        [b'>', b'>', text @ ..] => Some((What::Line(Speaker::Engine), text)),
        _ => Some((What::Stderr, said.strip_prefix(b"stderr >>")?)),
    }
}
