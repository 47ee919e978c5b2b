//! Makes up what an interface could say in UCCI: right, nearly right, at the wrong time, and noise.

mod boundary;
mod delivery;
mod games;
mod lines;

use arbitrary::Unstructured;

use self::{delivery::Delivery, lines::Line};
use super::{
    coverage,
    wire::{Command, Place},
};
use crate::protocol::{Grammar, Say, Unit};

/// How many lines a unit has at most.
const LINES: usize = 8;

/// The grammar of UCCI.
pub(super) struct UcciGrammar;

impl Grammar for UcciGrammar {
    fn boundary(&self) -> Vec<Unit> {
        boundary::units()
    }

    fn random(&self, source: &mut Unstructured<'_>, tidy: bool) -> arbitrary::Result<Unit> {
        let mut unit = Unit::default();
        let count = source.int_in_range(1..=LINES)?;
        let at_once = source.ratio(1, 2)?;
        // Most units begin with a position that stands.
        if source.ratio(7, 8)? {
            unit.says.push(Say::Line(lines::position(source)?));
        }
        let mut thinking = false;
        while unit.says.len() < count && !source.is_empty() {
            let line: Line = source.arbitrary()?;
            let delivery: Delivery = source.arbitrary()?;
            if !tidy {
                delivery.say(line.bytes(), &mut unit);
            } else if line.is_tidy(thinking) {
                thinking |= line.starts_search();
                unit.says.push(Say::Line(line.bytes()));
            }
        }
        if tidy && at_once {
            unit.at_once();
        }
        Ok(unit)
    }

    fn is_reset(&self, line: &[u8]) -> bool {
        matches!(line, b"isready" | b"stop" | b"quit")
    }

    fn is_farewell(&self, line: &[u8]) -> bool {
        line.starts_with(b"quit")
    }

    /// In batch mode an engine may leave everything unread until a search ends.
    fn defers(&self, line: &[u8]) -> bool {
        line.windows(5).any(|it| it == b"batch")
    }

    fn shape(&self, line: &[u8]) -> String {
        let mut shape = vec![word(line)];
        let marks = [
            ("long", line.len() > 4096),
            ("cr", line.contains(&b'\r')),
            ("tab", line.contains(&b'\t')),
            ("nul", line.contains(&0)),
            ("non-ascii", !line.is_ascii()),
            ("merged", line.iter().filter(|it| **it == b'\n').count() > 1),
            ("split", line.last() != Some(&b'\n') && line.ends_with(b" ")),
            (
                "minus",
                line.windows(2)
                    .any(|it| it[0] == b'-' && it[1].is_ascii_digit()),
            ),
            (
                "huge",
                line.split(|it| !it.is_ascii_digit())
                    .any(|it| it.len() > 18),
            ),
        ];
        shape.extend(marks.iter().filter(|it| it.1).map(|it| it.0.to_owned()));
        shape.join(" ")
    }
}

/// What kind of command it is.
fn word(line: &[u8]) -> String {
    let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
    let known = match &Command::parse(first) {
        Command::SetOption { value, .. } if value.is_empty() => "setoption bare",
        Command::SetOption { value, .. } if value.len() > 1000 => "setoption long",
        Command::Position(spec) => {
            let many = spec.moves.as_ref().is_some_and(|it| it.len() > 300);
            match (&spec.place, super::view::set_up(&spec.place).is_some()) {
                _ if many => "position many",
                (Place::Start, _) => "position startpos",
                (_, true) => "position fen",
                (_, false) => "position broken",
            }
        }
        Command::Go(_) => "go",
        command => coverage::name(command),
    };
    known.to_owned()
}
