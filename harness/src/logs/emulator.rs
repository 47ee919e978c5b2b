//! The log of the UCCI league's emulator. A line has the sender and the receiver, the milliseconds left on the engine's
//! clock, and the text.
//!
//! The clock runs while the engine has to answer. The emulator resets the clock before each move, and before `ucci` and
//! `quit`. The duration of a period in which the clock does not run is unknown, and counts as zero.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
    time_stamp::parse_number,
};
use crate::{
    message::{Message, message},
    transcript::Speaker,
};

pub(super) struct EmulatorFormat;

impl LogFormat for EmulatorFormat {
    fn name(&self) -> &'static str {
        "emulator"
    }

    fn title(&self) -> &'static str {
        "the UCCI league's emulator (AAA-BBB1.LOG)"
    }

    fn example_template(&self) -> &'static str {
        "Emu->AAA(00005991):{command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(EmulatorParser)
    }
}

const LABEL_TO_ENGINE: &[u8] = b"Emu->";
const LABEL_FROM_ENGINE: &[u8] = b"->Emu";

/// The maximum length of a team's name.
const MAX_TEAM_NAME_LENGTH: usize = 3;

struct EmulatorParser;

impl LineParser for EmulatorParser {
    /// The emulator sends `stop` when the time is up. Its clock never shows less than 0, so later times are unknown.
    const STOP_COMMAND: Option<&'static [u8]> = Some(b"stop");

    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let start = line.get(..line.len().min(16)).unwrap_or_default();
        let (speaker, team, at) = if let Some(rest) = start.strip_prefix(LABEL_TO_ENGINE) {
            let length = rest.iter().position(|it| *it == b'(').unwrap_or(rest.len());
            let team = rest.get(..length).unwrap_or_default();
            if !(1..=MAX_TEAM_NAME_LENGTH).contains(&team.len()) {
                let message = message!(
                    "log_team_expected",
                    "expected the name of a team (one to three letters), then `(`"
                );
                return Err(LineProblem::new(LABEL_TO_ENGINE.len(), message));
            }
            (Speaker::Interface, team, LABEL_TO_ENGINE.len() + length)
        } else {
            let mut places = start.windows(LABEL_FROM_ENGINE.len());
            let place = places.position(|it| it == LABEL_FROM_ENGINE);
            let Some(length) = place.filter(|it| (1..=MAX_TEAM_NAME_LENGTH).contains(it)) else {
                return Ok(None);
            };
            let team = start.get(..length).unwrap_or_default();
            (Speaker::Engine, team, length + LABEL_FROM_ENGINE.len())
        };
        let clock = line.get(at..).unwrap_or_default();
        let (remaining, length) =
            parse_clock(clock).map_err(|message| LineProblem::new(at, message))?;
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(team),
            name: team,
            time: LineTime::ClockRemaining(remaining),
            kind: LineKind::Line(speaker),
            text: line.get(at + length..).unwrap_or_default(),
        }))
    }
}

/// Parses the clock of a line, such as `(00005991):`, or `(-0000012):` after the time has run out.
/// Returns the milliseconds left, and the length of the parsed text.
fn parse_clock(text: &[u8]) -> Result<(i64, usize), Message> {
    let wrong = || {
        message!(
            "log_clock_expected",
            "expected milliseconds such as `(00005991):`"
        )
    };
    // The text of a clock has at most 20 bytes.
    let start = text.get(..text.len().min(20)).unwrap_or_default();
    let end = start
        .windows(2)
        .position(|it| it == b"):")
        .ok_or_else(wrong)?;
    let inside = start.get(1..end).filter(|_| start.starts_with(b"("));
    let (sign, digits) = match inside.ok_or_else(wrong)? {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let millis = parse_number(digits).and_then(|it| i64::try_from(it).ok());
    Ok((sign * millis.ok_or_else(wrong)?, end + 2))
}
