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

use super::parse::{CaptureName, PatternItem, PlaceholderKind};

/// The regular expression for the end of a word: spaces, tabs or the end of the line.
const END_OF_WORD: &str = r"(?:[ \t]+|\z)";

/// The regular expression for any word.
const ANY_WORD: &str = r"[^ \t]+";

/// The nesting limit of a compiled regular expression. For one group of a pattern, the regular expression has several
/// nested groups.
const REGEX_NESTING_LIMIT: u32 = 1000;

/// Returns the regular expression for a whole line, with named captures.
pub(super) fn regex_source(items: &[PatternItem], move_syntax: &str) -> String {
    let mut expression = RegexSource {
        out: r"\A[ \t]*".to_owned(),
        move_syntax,
    };
    match items.split_last() {
        // If a pattern ends in `[..]` (which is common), the regular expression omits `[..]` and need not match the end
        // of the line.
        Some((PatternItem::AnyText, items)) => expression.push_items(items),
        _ => {
            expression.push_items(items);
            expression.out.push_str(r"\z");
        }
    }
    expression.out
}

struct RegexSource<'a> {
    out: String,
    move_syntax: &'a str,
}

impl RegexSource<'_> {
    fn push_items(&mut self, items: &[PatternItem]) {
        for item in items {
            self.push_item(item);
        }
    }

    fn push_item(&mut self, item: &PatternItem) {
        match item {
            PatternItem::Word(word) => {
                self.push_literal(word);
                self.out.push_str(END_OF_WORD);
            }
            PatternItem::Placeholder(kind, None) => self.push_placeholder(*kind),
            PatternItem::Placeholder(kind, Some(CaptureName { name, .. })) => {
                self.out.push_str(&format!("(?<{name}>"));
                self.push_placeholder(*kind);
                self.out.push(')');
            }
            // The item `[..]` matches as few words as possible.
            PatternItem::AnyText => self.push_repeated_word(ANY_WORD, "*?"),
            PatternItem::Optional(items) => {
                self.out.push_str("(?:");
                self.push_items(items);
                self.out.push_str(")?");
            }
            PatternItem::Choice(choices) => {
                self.out.push_str("(?:");
                for (n, choice) in choices.iter().enumerate() {
                    // Each choice of a pattern has its own group in the regular expression, because the crate `regex`
                    // factors out a common prefix of alternatives. Without a group for each choice, the pattern `([..]
                    // {a:move}|[..])` would not prefer its first choice.
                    self.out.push_str(if n > 0 { "|(" } else { "(" });
                    self.push_items(choice);
                    self.out.push(')');
                }
                self.out.push(')');
            }
        }
    }

    /// Adds the regular expression for a placeholder, which also matches the spaces after the
    /// placeholder.
    fn push_placeholder(&mut self, kind: PlaceholderKind) {
        match kind {
            PlaceholderKind::Move => self.push_repeated_word(self.move_syntax, ""),
            PlaceholderKind::Moves => self.push_repeated_word(self.move_syntax, "+"),
            PlaceholderKind::Int => self.push_repeated_word("[+-]?[0-9]+", ""),
            PlaceholderKind::Uint => self.push_repeated_word("[0-9]+", ""),
            PlaceholderKind::Word => self.push_repeated_word(ANY_WORD, ""),
            PlaceholderKind::Text => self.push_repeated_word(ANY_WORD, "+"),
        }
    }

    fn push_repeated_word(&mut self, word: &str, times: &str) {
        for part in ["(?:(?:", word, ")", END_OF_WORD, ")", times] {
            self.out.push_str(part);
        }
    }

    fn push_literal(&mut self, word: &[u8]) {
        for byte in word {
            match byte {
                byte if byte.is_ascii_alphanumeric() => self.out.push(char::from(*byte)),
                byte => self.out.push_str(&format!(r"\x{byte:02X}")),
            }
        }
    }
}

/// The maximum number of regular expressions in the cache. The cache is large enough: a script has a few patterns, and
/// all embedded scripts together have about two hundred.
const CACHE_SIZE: usize = 512;

/// The maximum length of a regular expression in the cache, in bytes.
const MAX_CACHED_LENGTH: usize = 4096;

/// The cache of compiled regular expressions: scripts contain the same patterns many times.
static REGEX_CACHE: Mutex<BTreeMap<String, Arc<Regex>>> = Mutex::new(BTreeMap::new());

/// Compiles a regular expression, or takes it from the cache. Returns `None` if the expression is invalid. The
/// expression can only be invalid if a protocol's regular expression for moves is wrong.
pub(super) fn compile_cached(expression: String) -> Option<Arc<Regex>> {
    if expression.len() > MAX_CACHED_LENGTH {
        return compile_uncached(&expression);
    }
    let compiled = || REGEX_CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(regex) = compiled().get(&expression) {
        return Some(Arc::clone(regex));
    }
    let regex = compile_uncached(&expression)?;
    let mut compiled = compiled();
    if compiled.len() == CACHE_SIZE {
        compiled.clear();
    }
    compiled.insert(expression, Arc::clone(&regex));
    Some(regex)
}

/// Compiles a regular expression without the cache. The compiled size is proportional to the length of the regular
/// expression, because the expression contains no counted repetitions.
fn compile_uncached(expression: &str) -> Option<Arc<Regex>> {
    let built = RegexBuilder::new(expression)
        .unicode(false)
        .nest_limit(REGEX_NESTING_LIMIT)
        .size_limit(usize::MAX)
        .build();
    built.ok().map(Arc::new)
}
