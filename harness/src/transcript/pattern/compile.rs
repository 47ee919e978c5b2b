//! Compiles the tree of a pattern to a regular expression over bytes.

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

/// The regular expression for the end of a word: spaces, tabs or the end of the line.
const END: &str = r"(?:[ \t]+|\z)";

/// The regular expression for any word.
const WORD: &str = r"[^ \t]+";

/// The nesting limit of a regular expression. One group of a pattern becomes several nested groups of the expression.
const NESTING: u32 = 1000;

/// Returns the regular expression for a whole line, with named captures.
pub(super) fn expression(items: &[Item], move_syntax: &str) -> String {
    let mut expression = Expression {
        out: r"\A[ \t]*".to_owned(),
        move_syntax,
    };
    match items.split_last() {
        // A pattern often ends in `[..]`, and then the rest of the line need not be matched.
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
            Item::Placeholder(kind, None) => self.placeholder(*kind),
            Item::Placeholder(kind, Some(Name { name, .. })) => {
                self.out.push_str(&format!("(?<{name}>"));
                self.placeholder(*kind);
                self.out.push(')');
            }
            // `[..]` matches as few words as possible.
            Item::Anything => self.repeated(WORD, "*?"),
            Item::Optional(items) => {
                self.out.push_str("(?:");
                self.sequence(items);
                self.out.push_str(")?");
            }
            Item::Choice(choices) => {
                self.out.push_str("(?:");
                for (n, choice) in choices.iter().enumerate() {
                    // Each choice has its own group, because `regex` factors out a common prefix of the choices.
                    // Without these groups, the first choice of `([..] {a:move}|[..])` would not be preferred.
                    self.out.push_str(if n > 0 { "|(" } else { "(" });
                    self.sequence(choice);
                    self.out.push(')');
                }
                self.out.push(')');
            }
        }
    }

    /// Writes the expression for a placeholder, which also matches the spaces after the placeholder.
    fn placeholder(&mut self, kind: Kind) {
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

/// The maximum number of expressions in the cache. A script has a few expressions, and all embedded scripts together
/// have about two hundred.
const CACHE_SIZE: usize = 512;

/// The maximum length of an expression in the cache, in bytes.
const LONGEST_CACHED: usize = 4096;

/// The cache of compiled expressions: the same patterns are parsed many times.
static CACHE: Mutex<BTreeMap<String, Arc<Regex>>> = Mutex::new(BTreeMap::new());

/// Compiles an expression, or takes it from the cache. Returns `None` if the expression is not valid, which only a
/// wrong move syntax of a protocol can cause.
pub(super) fn compile(expression: String) -> Option<Arc<Regex>> {
    if expression.len() > LONGEST_CACHED {
        return build(&expression);
    }
    let compiled = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(regex) = compiled().get(&expression) {
        return Some(Arc::clone(regex));
    }
    let regex = build(&expression)?;
    let mut compiled = compiled();
    if compiled.len() == CACHE_SIZE {
        compiled.clear();
    }
    compiled.insert(expression, Arc::clone(&regex));
    Some(regex)
}

/// Compiles an expression without the cache. The compiled size is proportional to the length of the expression, because
/// the expression has no counted repetitions.
fn build(expression: &str) -> Option<Arc<Regex>> {
    let built = RegexBuilder::new(expression)
        .unicode(false)
        .nest_limit(NESTING)
        .size_limit(usize::MAX)
        .build();
    built.ok().map(Arc::new)
}
