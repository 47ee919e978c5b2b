//! The debug log of Arena: a time, an arrow to the engine or from it with its number, then what was
//! said. What stands between asterisks is Arena's own.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    stamp::leading,
    told::{Foreign, Lines, Told, What},
};
use crate::transcript::Speaker;

pub(super) struct Arena;

impl Format for Arena {
    fn name(&self) -> &'static str {
        "arena"
    }

    fn title(&self) -> &'static str {
        "Arena's debug window, and Arena.debug"
    }

    fn example(&self) -> &'static str {
        "2024-11-30 12:00:01.123-->1:{command}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(Debug)
    }
}

struct Debug;

impl Lines for Debug {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
        let stamp = leading(line)?;
        let at = stamp.map_or(0, |it| it.1);
        let (speaker, rest) = match line.get(at..) {
            Some([b'-', b'-', b'>', rest @ ..]) => (Speaker::Interface, rest),
            Some([b'<', b'-', b'-', rest @ ..]) => (Speaker::Engine, rest),
            _ => return Ok(None),
        };
        let (Some(name), [b'1'..=b'9', b':', text @ ..]) = (rest.get(..1), rest) else {
            let message = "the number of an engine goes here, as 1:";
            return Err(Problem::new(at + 3, message));
        };
        // While it starts an engine, Arena says in its name what it is doing.
        if text.starts_with(b"-- ") && text.ends_with(b" --") {
            return Ok(None);
        }
        Ok(Some(Told {
            key: Cow::Borrowed(name),
            name,
            when: stamp.into(),
            what: What::Line(speaker),
            text,
        }))
    }
}
