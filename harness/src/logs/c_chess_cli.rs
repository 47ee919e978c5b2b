//! The log of c-chess-cli, which has no times. A line has the engine's name, an arrow, and the text. The arrow `<-`
//! points to the engine.
//!
//! If the user configured no name, the log has the engine's command as the name, until the engine sends `id name`. Two
//! engines with the same name cannot be distinguished.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
};
use crate::{message::message, transcript::Speaker};

pub(super) struct CChessCliFormat;

impl LogFormat for CChessCliFormat {
    fn name(&self) -> &'static str {
        "c-chess-cli"
    }

    fn title(&self) -> &'static str {
        "c-chess-cli -log"
    }

    fn example_template(&self) -> &'static str {
        "Name <- {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(CChessCliParser::default())
    }
}

/// The arrows to and from the engine, with a space before them; both have the same length.
const ARROW_TO_ENGINE: &[u8] = b" <-";
const ARROW_FROM_ENGINE: &[u8] = b" ->";

/// The maximum length of the engine's name before the arrow, in bytes.
const MAX_NAME_BYTES: usize = 250;

/// The maximum number of renamed engines: a log has two engines, which may be restarted.
const MAX_RENAMED_ENGINES: usize = 8;

#[derive(Debug, Default)]
struct CChessCliParser {
    /// Pairs of names for one engine: the engine's own name from `id name`, and its earlier name in the log.
    renamed_engines: Vec<(Vec<u8>, Vec<u8>)>,
}

impl LineParser for CChessCliParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let Some((name, speaker, text)) = split_at_arrow(line) else {
            return Ok(None);
        };
        if name.is_empty() {
            return Err(LineProblem::new(
                0,
                message!("log_engine_name_expected", "expected the name of an engine"),
            ));
        }
        // A line with a time instead of a name before the arrow belongs to another log format, in which `<-` comes from
        // the engine.
        if name.iter().all(|it| is_time_byte(*it)) {
            return Ok(None);
        }
        if let (Speaker::Engine, Some(own)) = (speaker, text.strip_prefix(b"id name ")) {
            self.rename_engine(name, own.trim_ascii_start());
        }
        let known = self.renamed_engines.iter().find(|it| it.0 == name);
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(known.map_or(name, |it| it.1.as_slice())),
            name,
            time: LineTime::Unknown,
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}

/// Whether a byte can be part of a time stamp.
fn is_time_byte(byte: u8) -> bool {
    byte.is_ascii_digit() || b" :.,-/[]()TZ+".contains(&byte)
}

impl CChessCliParser {
    fn rename_engine(&mut self, name: &[u8], own: &[u8]) {
        let known = self.renamed_engines.iter().any(|it| it.0 == name);
        if known || own == name || own.is_empty() || own.len() > MAX_NAME_BYTES {
            return;
        }
        self.renamed_engines.retain(|it| it.0 != own);
        if self.renamed_engines.len() >= MAX_RENAMED_ENGINES {
            self.renamed_engines.remove(0);
        }
        self.renamed_engines.push((own.to_vec(), name.to_vec()));
    }
}

/// Splits a line at the first arrow into the name, the speaker and the text.
fn split_at_arrow(line: &[u8]) -> Option<(&[u8], Speaker, &[u8])> {
    let start = line.get(..line.len().min(MAX_NAME_BYTES + ARROW_TO_ENGINE.len()))?;
    let mut places = start.windows(ARROW_TO_ENGINE.len()).enumerate();
    places.find_map(|(place, arrow)| {
        let speaker = match arrow {
            ARROW_TO_ENGINE => Speaker::Interface,
            ARROW_FROM_ENGINE => Speaker::Engine,
            _ => return None,
        };
        let text = match line.get(place + ARROW_TO_ENGINE.len()..)? {
            [] => &[],
            [b' ', text @ ..] => text,
            _ => return None,
        };
        Some((line.get(..place)?, speaker, text))
    })
}
