//! Patterns: what a line must look like, word by word.
//!
//! A word matches itself, whatever the blanks around it. `{move}`, `{int}`, `{uint}` and `{word}`
//! match one word, `{moves}` one or more moves, `{text}` one or more words: as many as leave the
//! rest a match. `{best:move}` also captures. `[a b]` is optional, `(a|b)` a choice, `[..]`
//! anything, as little as possible; `\` takes the meaning of the next character away.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod captures;
mod compile;
mod parse;
mod run;

pub use captures::Captures;

use super::text::ParseError;
use compile::Program;
use parse::Item;

/// A pattern, ready to be held against lines.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Vec<u8>,
    program: Program,
}

/// Patterns are the same if they were written the same.
impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Reads a pattern; an error is on line 1, its column within `text`.
    pub fn parse(text: &[u8]) -> Result<Pattern, ParseError> {
        let items = parse::items(text)?;
        let program = Program::new(&items);
        program.no_name_twice()?;
        Ok(Pattern {
            source: text.to_vec(),
            program,
        })
    }

    /// The words of `text`, none of them special.
    pub fn literal_words(text: &str) -> Pattern {
        let words = text.split([' ', '\t']).filter(|it| !it.is_empty());
        let items: Vec<Item> = words.map(|it| Item::Word(it.as_bytes().to_vec())).collect();
        Pattern {
            source: Pattern::escaped(text.as_bytes()),
            program: Program::new(&items),
        }
    }

    /// What a pattern has to say to mean just this.
    pub fn escaped(text: &[u8]) -> Vec<u8> {
        let mut source = Vec::new();
        for byte in text {
            if parse::is_special(*byte) {
                source.push(b'\\');
            }
            source.push(*byte);
        }
        source
    }

    /// What the pattern captures from the line, if it matches the whole of it.
    ///
    /// The time this takes grows with the length of the line times that of the pattern, no more.
    pub fn matches(&self, line: &[u8], is_move: &dyn Fn(&[u8]) -> bool) -> Option<Captures> {
        run::run(&self.program, line, is_move)
    }

    /// As it was written.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The names it binds.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bindings().map(|(_, name)| name)
    }

    /// The names it binds, and where in the source.
    pub(super) fn bindings(&self) -> impl Iterator<Item = (usize, &str)> {
        self.program
            .names
            .iter()
            .map(|(at, name)| (*at, name.as_str()))
    }
}
