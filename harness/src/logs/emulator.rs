//! The log of the UCCI league's emulator: who to whom, milliseconds left on the engine's clock,
//! then what was said.
//!
//! The clock goes down while the engine is to answer. Before each move, and before `ucci` and
//! `quit`, it is set anew; what passes in between is not known and counts as nothing.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    stamp::number,
    told::{Foreign, Lines, Told, What, When},
};
use crate::transcript::Speaker;

pub(super) struct Emulator;

impl Format for Emulator {
    fn name(&self) -> &'static str {
        "emulator"
    }

    fn title(&self) -> &'static str {
        "the UCCI league's emulator (AAA-BBB1.LOG)"
    }

    fn example(&self) -> &'static str {
        "Emu->AAA(00005991):{command}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(League)
    }
}

const TO: &[u8] = b"Emu->";
const FROM: &[u8] = b"->Emu";

/// A team goes by three letters.
const TEAM: usize = 3;

struct League;

impl Lines for League {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
        let start = line.get(..line.len().min(16)).unwrap_or_default();
        let (speaker, team, at) = if let Some(rest) = start.strip_prefix(TO) {
            let length = rest.iter().position(|it| *it == b'(').unwrap_or(rest.len());
            let team = rest.get(..length).unwrap_or_default();
            if !(1..=TEAM).contains(&team.len()) {
                let message = "a team of one to three letters goes here, then `(`";
                return Err(Problem::new(TO.len(), message));
            }
            (Speaker::Interface, team, TO.len() + length)
        } else {
            let mut places = start.windows(FROM.len());
            let place = places.position(|it| it == FROM);
            let Some(length) = place.filter(|it| (1..=TEAM).contains(it)) else {
                return Ok(None);
            };
            let team = start.get(..length).unwrap_or_default();
            (Speaker::Engine, team, length + FROM.len())
        };
        let clock = line.get(at..).unwrap_or_default();
        let (left, length) = left(clock).map_err(|message| Problem::new(at, message))?;
        Ok(Some(Told {
            key: Cow::Borrowed(team),
            name: team,
            when: When::Left(left),
            what: What::Line(speaker),
            text: line.get(at + length..).unwrap_or_default(),
        }))
    }
}

/// `(00005991):`, or `(-0000012):` once the time is up. How much is left, and the length of it all.
fn left(text: &[u8]) -> Result<(i64, usize), &'static str> {
    let wrong = "milliseconds go here, as (00005991):";
    // No clock needs more.
    let start = text.get(..text.len().min(20)).unwrap_or_default();
    let end = start.windows(2).position(|it| it == b"):").ok_or(wrong)?;
    let inside = start.get(1..end).filter(|_| start.starts_with(b"("));
    let (sign, digits) = match inside.ok_or(wrong)? {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let millis = number(digits).and_then(|it| i64::try_from(it).ok());
    Ok((sign * millis.ok_or(wrong)?, end + 2))
}
