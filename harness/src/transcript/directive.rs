//! Parses the directives of scripts and their arguments.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use super::{
    captures::is_capture_name,
    duration::{DURATION_EXPECTED, parse_duration},
    error::ParseError,
    pattern::Pattern,
};
use crate::{
    message::{Message, message},
    suggest,
};

/// The kind of argument that a directive has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArgumentKind {
    Nothing,
    /// One word.
    Word,
    /// Any number of words.
    Words,
    /// A text, which must not be empty.
    Text,
    Duration,
    /// A number of rounds and an optional pattern, in the form `N` or `N until PATTERN`.
    Rounds,
    /// The length and the clock of a game, in the form `N turns of T + T`.
    Game,
    /// An engine option and its value, in the form `NAME VALUE... [if-announced]`. An option of type `button` has no
    /// value.
    Option,
    /// A file, in the form `NAME.EXTENSION TEXT`.
    File,
}

const DIRECTIVES: &[(&str, ArgumentKind)] = &[
    ("alone", ArgumentKind::Nothing),
    ("each-option", ArgumentKind::Nothing),
    ("each-option-wrong", ArgumentKind::Nothing),
    ("end", ArgumentKind::Nothing),
    ("exclusive", ArgumentKind::Nothing),
    ("file", ArgumentKind::File),
    ("for-game", ArgumentKind::Text),
    ("game", ArgumentKind::Game),
    ("handshake", ArgumentKind::Word),
    ("idle", ArgumentKind::Nothing),
    ("measure", ArgumentKind::Nothing),
    ("needs", ArgumentKind::Text),
    ("option", ArgumentKind::Option),
    ("play-last", ArgumentKind::Nothing),
    ("profile", ArgumentKind::Text),
    ("protocol", ArgumentKind::Word),
    ("ready", ArgumentKind::Nothing),
    ("repeat", ArgumentKind::Rounds),
    ("rule", ArgumentKind::Word),
    ("setoption", ArgumentKind::Option),
    ("snapshot", ArgumentKind::Words),
    ("spec", ArgumentKind::Text),
    ("stderr", ArgumentKind::Word),
    ("takes", ArgumentKind::Duration),
    ("timing", ArgumentKind::Nothing),
    ("title", ArgumentKind::Text),
    ("within", ArgumentKind::Duration),
];

/// Returns whether a script may have only one directive with this name.
pub(super) fn must_be_unique(name: &str) -> bool {
    ["profile", "protocol", "snapshot", "takes", "title"].contains(&name)
}

/// Returns whether the text after an `@` begins with the name of a directive.
pub(crate) fn begins_with_directive(source: &[u8]) -> bool {
    let name = source.split(u8::is_ascii_whitespace).next();
    DIRECTIVES.iter().any(|(it, _)| Some(it.as_bytes()) == name)
}

/// Parses a directive from the text after `@`. Returns the name and the trimmed argument.
pub(super) fn parse(source: &[u8]) -> Result<(String, String), ParseError> {
    let source = match std::str::from_utf8(source) {
        Ok(source) => source,
        Err(error) => {
            return Err(ParseError::new(
                error.valid_up_to(),
                message!("utf8_invalid", "this is not valid UTF-8"),
            ));
        }
    };
    if let Some(at) = source.find(|it: char| it.is_ascii_control()) {
        return Err(ParseError::new(
            at,
            message!(
                "control_byte_in_directive",
                "unexpected control byte in a directive"
            ),
        ));
    }
    let (name, rest) = source.split_once(' ').unwrap_or((source, ""));
    let Some((_, argument)) = DIRECTIVES.iter().find(|(it, _)| *it == name) else {
        // The error message does not list `@alone`, because this is the old name of `@exclusive`.
        let known = DIRECTIVES.iter().map(|(name, _)| *name);
        let known: Vec<&str> = known.filter(|it| *it != "alone").collect();
        let message = match suggest::nearest_id(name, known.iter().copied()) {
            Some(nearest) => message!(
                "directive_misspelt",
                "unknown directive; did you mean `@{nearest}`?",
                nearest
            ),
            None => message!(
                "directive_unknown",
                "unknown directive; expected one of: {known}",
                known
            ),
        };
        return Err(ParseError::new(0, message));
    };
    let at = source.len() - rest.trim_start().len();
    check_argument(*argument, rest.trim()).map_err(|message| ParseError::new(at, message))?;
    Ok((name.to_owned(), rest.trim().to_owned()))
}

fn check_argument(argument: ArgumentKind, text: &str) -> Result<(), Message> {
    let (fits, message) = match argument {
        ArgumentKind::Nothing => (
            text.is_empty(),
            message!(
                "text_after_directive",
                "unexpected text after the directive"
            ),
        ),
        ArgumentKind::Words => return Ok(()),
        ArgumentKind::Word => (
            count_words(text) == 1,
            message!("word_expected", "expected one word"),
        ),
        ArgumentKind::Text => (
            !text.is_empty(),
            message!(
                "directive_text_expected",
                "expected text after the directive"
            ),
        ),
        ArgumentKind::Duration => (parse_duration(text).is_some(), DURATION_EXPECTED),
        ArgumentKind::Rounds => (
            parse_repeat_argument(text).is_some(),
            message!(
                "rounds_expected",
                "expected the number of rounds, and optionally `until` and a pattern, such as `100 until done`"
            ),
        ),
        ArgumentKind::Game => (
            parse_game(text).is_some(),
            message!(
                "game_expected",
                "expected a game such as `40 turns of 5s + 0s`"
            ),
        ),
        ArgumentKind::File => (
            parse_file(text).is_some(),
            message!(
                "file_expected",
                "expected the name of a file, such as `game.sgf`, then its text"
            ),
        ),
        ArgumentKind::Option => {
            let option = text.strip_suffix("if-announced").unwrap_or(text);
            (
                count_words(option) > 0,
                message!(
                    "option_expected",
                    "expected the name of an option, then its value"
                ),
            )
        }
    };
    if fits { Ok(()) } else { Err(message) }
}

/// Parses the argument of `@repeat`: the maximum number of rounds, and the pattern of the line that ends the loop.
pub(crate) fn parse_repeat_argument(text: &str) -> Option<(u32, Option<Pattern>)> {
    let (times, rest) = text.split_once(' ').unwrap_or((text, ""));
    let times = times.parse().ok().filter(|it| *it > 0)?;
    let until = match rest.trim().strip_prefix("until ") {
        Some(pattern) => Some(Pattern::parse(pattern.trim().as_bytes()).ok()?),
        None if rest.is_empty() => None,
        None => return None,
    };
    Some((times, until))
}

/// The argument of `@game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSpec {
    /// The number of moves in the game, counting the moves of both sides.
    pub(crate) turns: u32,
    /// The time on the clock of each side at the start of the game.
    pub(crate) initial_time: Duration,
    /// The time that is added to the clock after each move.
    pub(crate) increment: Duration,
}

/// Parses the argument of `@game`, such as `40 turns of 5s + 0s`.
pub(crate) fn parse_game(text: &str) -> Option<GameSpec> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [turns, "turns", "of", time, "+", increment] = words[..] else {
        return None;
    };
    Some(GameSpec {
        turns: turns.parse().ok().filter(|it| *it > 0)?,
        initial_time: parse_duration(time)?,
        increment: parse_duration(increment)?,
    })
}

/// The argument of `@file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileSpec<'a> {
    /// The name of the file, such as `game.sgf`.
    pub(crate) file_name: &'a str,
    /// The name of the capture that gets the path of the file: the name of the file without its extension.
    pub(crate) capture_name: &'a str,
    pub(crate) text: &'a str,
}

/// Parses the argument of `@file`, such as `game.sgf (;SZ[9])`.
pub(crate) fn parse_file(text: &str) -> Option<FileSpec<'_>> {
    let (file_name, text) = text.split_once(' ')?;
    let (capture_name, extension) = file_name.split_once('.')?;
    let fits = is_capture_name(capture_name) && is_capture_name(extension);
    fits.then(|| FileSpec {
        file_name,
        capture_name,
        text: text.trim_start(),
    })
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}
