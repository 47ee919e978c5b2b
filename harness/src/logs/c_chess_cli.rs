//! The log of c-chess-cli: the engine's name, an arrow, then what was said. `<-` is to the engine
//! here. It has no times.
//!
//! An engine that was given no name goes by its command until it has said its name, and by that
//! from then on. Two engines of one name cannot be told apart.

use std::borrow::Cow;

use super::{
    Format, Problem, Reader,
    told::{Foreign, Lines, Told, What, When},
};
use crate::transcript::Speaker;

pub(super) struct CChessCli;

impl Format for CChessCli {
    fn name(&self) -> &'static str {
        "c-chess-cli"
    }

    fn title(&self) -> &'static str {
        "c-chess-cli -log"
    }

    fn example(&self) -> &'static str {
        "Name <- {command}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Foreign::reader(Log::default())
    }
}

/// Two arrows with a blank before them, equally long.
const TO: &[u8] = b" <-";
const FROM: &[u8] = b" ->";

/// What stands before the arrow is no longer than that.
const NAME: usize = 250;

/// So many names are remembered: a log has two engines, each perhaps started anew.
const RENAMED: usize = 8;

#[derive(Debug, Default)]
struct Log {
    /// The name that an engine has said, and what it went by before.
    renamed: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Lines for Log {
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem> {
        let Some((name, speaker, text)) = parts(line) else {
            return Ok(None);
        };
        if name.is_empty() {
            return Err(Problem::new(0, "the name of an engine goes here"));
        }
        // A time before an arrow is what other logs have, whose arrows point the other way.
        if name.iter().all(|it| is_of_time(*it)) {
            return Ok(None);
        }
        if let (Speaker::Engine, Some(own)) = (speaker, text.strip_prefix(b"id name ")) {
            self.rename(name, own.trim_ascii_start());
        }
        let known = self.renamed.iter().find(|it| it.0 == name);
        Ok(Some(Told {
            key: Cow::Borrowed(known.map_or(name, |it| it.1.as_slice())),
            name,
            when: When::Unknown,
            what: What::Line(speaker),
            text,
        }))
    }
}

/// Whether a byte can stand in a time.
fn is_of_time(byte: u8) -> bool {
    byte.is_ascii_digit() || b" :.,-/[]()TZ+".contains(&byte)
}

impl Log {
    fn rename(&mut self, name: &[u8], own: &[u8]) {
        let known = self.renamed.iter().any(|it| it.0 == name);
        if known || own == name || own.is_empty() || own.len() > NAME {
            return;
        }
        self.renamed.retain(|it| it.0 != own);
        if self.renamed.len() >= RENAMED {
            self.renamed.remove(0);
        }
        self.renamed.push((own.to_vec(), name.to_vec()));
    }
}

/// The name, who speaks, and what was said, by the first arrow of the line.
fn parts(line: &[u8]) -> Option<(&[u8], Speaker, &[u8])> {
    let start = line.get(..line.len().min(NAME + TO.len()))?;
    let mut places = start.windows(TO.len()).enumerate();
    places.find_map(|(place, arrow)| {
        let speaker = match arrow {
            TO => Speaker::Interface,
            FROM => Speaker::Engine,
            _ => return None,
        };
        let text = match line.get(place + TO.len()..)? {
            [] => &[],
            [b' ', text @ ..] => text,
            _ => return None,
        };
        Some((line.get(..place)?, speaker, text))
    })
}
