//! Only what the engine printed: every line is the engine's, and nobody knows what it was asked.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    told::{Foreign, Lines, Told, What, When},
};
use crate::{protocol, transcript::Speaker};

pub(super) struct Output;

impl Format for Output {
    fn name(&self) -> &'static str {
        "output"
    }

    fn title(&self) -> &'static str {
        "only what the engine printed"
    }

    fn example(&self) -> &'static str {
        "{response}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(Printed)
    }

    /// Anything could be the output of an engine, so at least half of it has to be responses of
    /// some protocol.
    fn understands(&self, head: &[&[u8]]) -> usize {
        let lines = head.iter().map(|it| it.trim_ascii());
        let lines = lines.filter(|it| !it.is_empty());
        let known = |line: &&[u8]| protocol::ALL.iter().any(|it| it.is_response(line));
        let (known, other): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(known);
        if other.len() > known.len() {
            0
        } else {
            known.len()
        }
    }
}

struct Printed;

impl Lines for Printed {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
        Ok(Some(Told {
            key: Cow::Borrowed(b""),
            name: b"",
            when: When::Unknown,
            what: What::Line(Speaker::Engine),
            text: line,
        }))
    }

    fn tells_commands(&self) -> bool {
        false
    }
}
