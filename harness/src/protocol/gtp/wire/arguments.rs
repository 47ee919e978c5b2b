//! Parses the arguments of GTP commands: integers, floats, colors, vertices.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fmt;

use super::{Command, MAX_ID};

/// A color of stones, and the player of this color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Color {
    Black,
    White,
}

/// A point of the board: column and row, both from 0 at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Point {
    pub(in super::super) column: u8,
    pub(in super::super) row: u8,
}

/// A vertex: a point of some board, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Vertex {
    Point(Point),
    Pass,
}

/// The largest size of a board (`GTP G-58`).
pub(in super::super) const MAX_BOARD_SIZE: u32 = 25;

impl Color {
    /// Parses a color in any case (`GTP G-54`).
    pub(in super::super) fn parse(word: &[u8]) -> Option<Color> {
        match word.to_ascii_lowercase().as_slice() {
            b"b" | b"black" => Some(Color::Black),
            b"w" | b"white" => Some(Color::White),
            _ => None,
        }
    }

    pub(in super::super) fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl Point {
    pub(in super::super) fn is_on_board(self, size: u8) -> bool {
        self.column < size && self.row < size
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The letter I is not used as a column.
        let letter = b'A' + self.column + u8::from(self.column >= 8);
        write!(out, "{}{}", char::from(letter), u32::from(self.row) + 1)
    }
}

impl Vertex {
    /// Parses a vertex in any case, on a board of any size (`GTP G-53`, `G-58`).
    pub(in super::super) fn parse(word: &[u8]) -> Option<Vertex> {
        if word.eq_ignore_ascii_case(b"pass") {
            return Some(Vertex::Pass);
        }
        let (letter, digits) = word.split_first()?;
        let column = match letter.to_ascii_uppercase() {
            it @ b'A'..=b'H' => it - b'A',
            it @ b'J'..=b'Z' => it - b'A' - 1,
            _ => return None,
        };
        let row = parse_int(digits).filter(|it| (1..=MAX_BOARD_SIZE).contains(it))?;
        let plain = digits.first().is_some_and(|it| *it != b'0');
        let row = u8::try_from(row - 1).ok()?;
        plain.then_some(Vertex::Point(Point { column, row }))
    }

    pub(in super::super) fn point(self) -> Option<Point> {
        match self {
            Vertex::Point(point) => Some(point),
            Vertex::Pass => None,
        }
    }
}

/// Parses an unsigned integer (`GTP G-50`).
pub(in super::super) fn parse_int(word: &[u8]) -> Option<u32> {
    let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(word).ok().filter(|_| digits)?;
    text.parse().ok().filter(|it| *it <= MAX_ID)
}

/// Whether a word is a plain decimal number that an engine has to accept as a float (`GTP G-51`).
fn is_plain_float(word: &[u8]) -> bool {
    // A single-precision number has at most 39 digits before the point.
    word.len() <= 39 && is_decimal(word)
}

/// Whether a word is a decimal number without an exponent.
pub(in super::super) fn is_decimal(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let mut parts = word.splitn(2, |it| *it == b'.');
    let is_digits = |it: &[u8]| !it.is_empty() && it.iter().all(u8::is_ascii_digit);
    parts.next().is_some_and(is_digits) && parts.next().is_none_or(is_digits)
}

/// Whether some engine may read the word as a float, such as `1e3`, `.5`, `+6` or `6,5`.
fn may_be_read_as_float(word: &[u8]) -> bool {
    let text = String::from_utf8_lossy(word).replace(',', ".");
    text.parse::<f64>().is_ok()
}

/// Whether the arguments of a command are valid, and if not, what is wrong with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ArgumentKind {
    /// The arguments have the number and the kinds that the command requires.
    Valid,
    /// An argument is missing or not of the required kind, so the command must fail (`GTP G-71`).
    Invalid,
    /// A negative number where an integer is demanded (`GTP G-50`).
    Negative,
    /// A vertex such as `a0`, which an engine has to reject (`GTP G-61`).
    OddVertex,
    /// The word `resign` in the place of a vertex, as in `play b resign` (`GTP G-59`).
    Resign,
    /// There are more arguments than the command has (`GTP G-26`).
    Superfluous,
    /// The specification does not say whether the arguments are valid.
    Unspecified,
}

/// A function that returns the kind of one argument.
type ArgumentCheck = fn(&[u8]) -> ArgumentKind;

impl Command {
    /// True if the arguments are valid, or if the specification does not say whether they are valid.
    pub(in super::super) fn has_usual_arguments(&self) -> bool {
        matches!(
            self.argument_kind(),
            ArgumentKind::Valid | ArgumentKind::Unspecified
        )
    }

    /// The kind of the arguments of a standard command. For all commands that are not standard commands, the kind is
    /// `Unspecified`.
    pub(in super::super) fn argument_kind(&self) -> ArgumentKind {
        let Some(name) = self.name.as_deref() else {
            return ArgumentKind::Unspecified;
        };
        let words: Vec<&[u8]> = self.arguments.iter().map(Vec::as_slice).collect();
        match name {
            b"protocol_version" | b"name" | b"version" | b"list_commands" | b"quit"
            | b"clear_board" | b"undo" | b"final_score" | b"showboard" | b"kgs-game_over" => {
                check_arguments(&words, &[])
            }
            b"known_command" if words.is_empty() => ArgumentKind::Unspecified,
            b"known_command" => check_arguments(&words, &[check_any_word]),
            b"boardsize" if words.first().and_then(|it| parse_int(it)) == Some(0) => {
                ArgumentKind::Unspecified
            }
            b"boardsize" | b"fixed_handicap" | b"place_free_handicap" => {
                check_arguments(&words, &[check_int])
            }
            b"komi" => check_arguments(&words, &[check_float]),
            b"play" => check_arguments(&words, &[check_color, check_vertex]),
            b"genmove" | b"reg_genmove" | b"kgs-genmove_cleanup" => {
                check_arguments(&words, &[check_color])
            }
            b"set_free_handicap" => check_vertices(&words),
            b"time_settings" => check_arguments(&words, &[check_int, check_int, check_int]),
            // The tournaments of TCGA send `time_left` with a fourth argument.
            b"time_left" if words.len() == 4 => ArgumentKind::Unspecified,
            b"time_left" => check_arguments(&words, &[check_color, check_int, check_int]),
            b"final_status_list" => check_arguments(&words, &[check_status]),
            b"loadsgf" if words.is_empty() => ArgumentKind::Invalid,
            b"loadsgf" if words.len() == 1 => ArgumentKind::Valid,
            b"loadsgf" => check_arguments(&words, &[check_any_word, check_int]),
            b"kgs-time_settings" => check_kgs_time_settings(&words),
            b"analyze" | b"genmove_analyze" => check_arguments(&words, &[check_color, check_int]),
            _ if self.is_analysis() || self.is_genmove_analyze() => check_analysis(&words),
            _ => ArgumentKind::Unspecified,
        }
    }
}

fn check_arguments(words: &[&[u8]], checks: &[ArgumentCheck]) -> ArgumentKind {
    if words.len() < checks.len() {
        return ArgumentKind::Invalid;
    }
    let pairs = words.iter().zip(checks);
    let odd = pairs
        .map(|(word, check)| check(word))
        .find(|it| *it != ArgumentKind::Valid);
    match odd {
        Some(kind) => kind,
        None if words.len() > checks.len() => ArgumentKind::Superfluous,
        None => ArgumentKind::Valid,
    }
}

fn valid_if(valid: bool) -> ArgumentKind {
    match valid {
        true => ArgumentKind::Valid,
        false => ArgumentKind::Invalid,
    }
}

fn check_any_word(_word: &[u8]) -> ArgumentKind {
    ArgumentKind::Valid
}

fn check_int(word: &[u8]) -> ArgumentKind {
    let negative = word
        .strip_prefix(b"-")
        .is_some_and(|it| parse_int(it).is_some());
    let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    match parse_int(word) {
        Some(_) => ArgumentKind::Valid,
        // An engine may read a number that is too large, or a number with a `+`, in different ways.
        None if digits || word.starts_with(b"+") => ArgumentKind::Unspecified,
        None if negative => ArgumentKind::Negative,
        None => ArgumentKind::Invalid,
    }
}

fn check_float(word: &[u8]) -> ArgumentKind {
    match is_plain_float(word) {
        true => ArgumentKind::Valid,
        false if may_be_read_as_float(word) => ArgumentKind::Unspecified,
        false => ArgumentKind::Invalid,
    }
}

fn check_color(word: &[u8]) -> ArgumentKind {
    valid_if(Color::parse(word).is_some())
}

fn check_status(word: &[u8]) -> ArgumentKind {
    match word {
        b"alive" | b"seki" | b"dead" => ArgumentKind::Valid,
        // GNU Go also accepts `white_territory`, `black_territory` and `dame` as the argument of `final_status_list`
        // (`GTP G-139`).
        b"white_territory" | b"black_territory" | b"dame" => ArgumentKind::Unspecified,
        _ => ArgumentKind::Invalid,
    }
}

fn check_vertex(word: &[u8]) -> ArgumentKind {
    if Vertex::parse(word).is_some() {
        return ArgumentKind::Valid;
    }
    if word.eq_ignore_ascii_case(b"resign") {
        return ArgumentKind::Resign;
    }
    let letters = word
        .iter()
        .take_while(|it| it.is_ascii_alphabetic())
        .count();
    let (letters, digits) = word.split_at_checked(letters).unwrap_or_default();
    let digits_only = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    match (letters.len(), digits_only) {
        // An engine may read `a01` as the vertex A1.
        (1, true) if digits.len() > 1 && digits.starts_with(b"0") => ArgumentKind::Unspecified,
        (1 | 2, true) if !letters.eq_ignore_ascii_case(b"i") => ArgumentKind::OddVertex,
        _ => ArgumentKind::Invalid,
    }
}

fn check_vertices(words: &[&[u8]]) -> ArgumentKind {
    if words.is_empty() {
        return ArgumentKind::Invalid;
    }
    let odd = words.iter().map(|it| check_vertex(it));
    odd.into_iter()
        .find(|it| *it != ArgumentKind::Valid)
        .unwrap_or(ArgumentKind::Valid)
}

fn check_kgs_time_settings(words: &[&[u8]]) -> ArgumentKind {
    match words.split_first() {
        None => ArgumentKind::Invalid,
        Some((&b"none", rest)) => check_arguments(rest, &[]),
        Some((&b"absolute", rest)) => check_arguments(rest, &[check_int]),
        Some((&b"byoyomi" | &b"canadian", rest)) => {
            check_arguments(rest, &[check_int, check_int, check_int])
        }
        Some(_) => ArgumentKind::Invalid,
    }
}

/// The arguments of `lz-analyze` and the like: an optional color, an optional interval, and pairs of key and value.
fn check_analysis(words: &[&[u8]]) -> ArgumentKind {
    let rest = match words.split_first() {
        Some((first, rest)) if Color::parse(first).is_some() => rest,
        _ => words,
    };
    let (has_interval, rest) = match rest.split_first() {
        Some((first, rest)) if parse_int(first).is_some() => (true, rest),
        _ => (false, rest),
    };
    match rest {
        [] | [b"interval", _] => ArgumentKind::Valid,
        // Nothing is missing.
        [_] if has_interval => ArgumentKind::Superfluous,
        [first, ..] if first.iter().all(u8::is_ascii_alphabetic) && rest.len() > 1 => {
            ArgumentKind::Unspecified
        }
        // A word is neither a color, nor an interval, nor a key with a value.
        _ => ArgumentKind::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument_kind_of(line: &str) -> ArgumentKind {
        Command::parse(line.as_bytes()).map_or(ArgumentKind::Unspecified, |it| it.argument_kind())
    }

    #[test]
    fn vertices_are_points_or_pass() {
        let name = |it: &str| match Vertex::parse(it.as_bytes()) {
            Some(Vertex::Point(it)) => it.to_string(),
            Some(Vertex::Pass) => "pass".to_owned(),
            None => "-".to_owned(),
        };
        for (word, expected) in [
            ("a1", "A1"),
            ("H8", "H8"),
            ("j9", "J9"),
            ("z25", "Z25"),
            ("PASS", "pass"),
            ("i5", "-"),
            ("a0", "-"),
            ("a01", "-"),
            ("a26", "-"),
            ("aa1", "-"),
            ("resign", "-"),
            ("", "-"),
            ("5", "-"),
        ] {
            assert_eq!(name(word), expected, "{word}");
        }
    }

    #[test]
    fn argument_kinds_are_recognized() {
        for (line, expected) in [
            ("name", ArgumentKind::Valid),
            ("name x", ArgumentKind::Superfluous),
            ("boardsize", ArgumentKind::Invalid),
            ("boardsize nine", ArgumentKind::Invalid),
            ("boardsize 0", ArgumentKind::Unspecified),
            ("komi -6.5", ArgumentKind::Valid),
            ("komi 6.5x", ArgumentKind::Invalid),
            ("komi 1e3", ArgumentKind::Unspecified),
            ("play b i5", ArgumentKind::Invalid),
            ("play b a0", ArgumentKind::OddVertex),
            ("play b aa1", ArgumentKind::OddVertex),
            ("play b a01", ArgumentKind::Unspecified),
            ("play b d4x", ArgumentKind::Invalid),
            ("play b resign", ArgumentKind::Resign),
            ("play e5 b", ArgumentKind::Invalid),
            ("play b", ArgumentKind::Invalid),
            ("time_settings 1 2 -1", ArgumentKind::Negative),
            ("time_left b 1 2 3", ArgumentKind::Unspecified),
            ("kgs-time_settings byoyomi 600 30 3", ArgumentKind::Valid),
            ("kgs-time_settings sudden 3", ArgumentKind::Invalid),
            ("lz-analyze", ArgumentKind::Valid),
            ("lz-analyze w 50", ArgumentKind::Valid),
            ("lz-analyze b interval 50", ArgumentKind::Valid),
            ("lz-analyze b 50 now", ArgumentKind::Superfluous),
            ("lz-analyze green", ArgumentKind::Invalid),
            ("analyze b", ArgumentKind::Invalid),
            ("toy-command 7", ArgumentKind::Unspecified),
        ] {
            assert_eq!(argument_kind_of(line), expected, "{line}");
        }
    }
}
