//! From the tree of a pattern to a regular expression over bytes.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use regex::bytes::{Regex, RegexBuilder};

use super::parse::{Item, Kind, Name};

/// What ends a word: blanks or the end of the line.
const END: &str = r"(?:[ \t]+|\z)";

/// Any word.
const WORD: &str = r"[^ \t]+";

/// A group of a pattern becomes several nested parts of the expression.
const NESTING: u32 = 1000;

/// The expression for a whole line. The captures have their names.
pub(super) fn expression(items: &[Item], move_syntax: &str) -> String {
    let mut expression = Expression {
        out: r"\A[ \t]*".to_owned(),
        move_syntax,
    };
    match items.split_last() {
        // Common, and then the rest of the line is not looked at.
        Some((Item::Anything, items)) => expression.sequence(items),
        _ => {
            expression.sequence(items);
            expression.out.push_str(r"\z");
        }
    }
    expression.out
}

struct Expression<'a> {
    out: String,
    move_syntax: &'a str,
}

impl Expression<'_> {
    fn sequence(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Word(word) => {
                self.literal(word);
                self.out.push_str(END);
            }
            Item::Hole(kind, None) => self.hole(*kind),
            Item::Hole(kind, Some(Name { name, .. })) => {
                self.out.push_str(&format!("(?<{name}>"));
                self.hole(*kind);
                self.out.push(')');
            }
            // As few words as possible.
            Item::Anything => self.repeated(WORD, "*?"),
            Item::Optional(items) => {
                self.out.push_str("(?:");
                self.sequence(items);
                self.out.push_str(")?");
            }
            Item::Choice(choices) => {
                self.out.push_str("(?:");
                for (n, choice) in choices.iter().enumerate() {
                    // A group of its own for each choice: `regex` takes out what all choices begin with, and then
                    // it is no longer the first choice that is preferred (`([..] {a:move}|[..])`).
                    self.out.push_str(if n > 0 { "|(" } else { "(" });
                    self.sequence(choice);
                    self.out.push(')');
                }
                self.out.push(')');
            }
        }
    }

    /// A hole takes the blanks after it, too.
    fn hole(&mut self, kind: Kind) {
        match kind {
            Kind::Move => self.repeated(self.move_syntax, ""),
            Kind::Moves => self.repeated(self.move_syntax, "+"),
            Kind::Int => self.repeated("[+-]?[0-9]+", ""),
            Kind::Uint => self.repeated("[0-9]+", ""),
            Kind::Word => self.repeated(WORD, ""),
            Kind::Text => self.repeated(WORD, "+"),
        }
    }

    fn repeated(&mut self, word: &str, times: &str) {
        for part in ["(?:(?:", word, ")", END, ")", times] {
            self.out.push_str(part);
        }
    }

    fn literal(&mut self, word: &[u8]) {
        for byte in word {
            match byte {
                byte if byte.is_ascii_alphanumeric() => self.out.push(char::from(*byte)),
                byte => self.out.push_str(&format!(r"\x{byte:02X}")),
            }
        }
    }
}

/// So many expressions are kept compiled. A script has a few, and the embedded scripts some two hundred.
const KEPT: usize = 512;

/// An expression that is longer is compiled by each pattern for itself.
const LONGEST_KEPT: usize = 4096;

/// The expressions that some pattern was compiled to: the same patterns are read again and again.
static COMPILED: Mutex<BTreeMap<String, Arc<Regex>>> = Mutex::new(BTreeMap::new());

/// Compiles an expression, or finds what it was compiled to before. `None` if it is no expression: the tree of a
/// pattern always is one, so that is a fault in a protocol's syntax of moves.
pub(super) fn compile(expression: String) -> Option<Arc<Regex>> {
    if expression.len() > LONGEST_KEPT {
        return build(&expression);
    }
    let compiled = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(regex) = compiled().get(&expression) {
        return Some(Arc::clone(regex));
    }
    let regex = build(&expression)?;
    let mut compiled = compiled();
    if compiled.len() == KEPT {
        compiled.clear();
    }
    compiled.insert(expression, Arc::clone(&regex));
    Some(regex)
}

/// What it takes grows with the length of the expression, which nothing in it multiplies.
fn build(expression: &str) -> Option<Arc<Regex>> {
    let built = RegexBuilder::new(expression)
        .unicode(false)
        .nest_limit(NESTING)
        .size_limit(usize::MAX)
        .build();
    built.ok().map(Arc::new)
}
