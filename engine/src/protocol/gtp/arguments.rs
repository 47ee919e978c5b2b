//! Parsers for the kinds of arguments in GTP (section 3.4 of the specification).

use super::commands::Reply;
use crate::games::go::{Color, Vertex};

/// The failure response to missing or malformed arguments (`GTP G-71`).
pub(super) fn syntax_error() -> Reply {
    Reply::failure("syntax error")
}

/// Parses an int: digits, up to 2^31 - 1 (`GTP G-50`).
pub(super) fn parse_int(text: &str) -> Option<u32> {
    let is_unsigned = text.bytes().all(|it| it.is_ascii_digit());
    let number: u32 = text.parse().ok().filter(|_| is_unsigned)?;
    (number <= i32::MAX as u32).then_some(number)
}

/// Parses a float that is in the range of single precision (`GTP G-51`).
pub(super) fn parse_float(text: &str) -> Option<f64> {
    let is_number = text
        .bytes()
        .all(|it| it.is_ascii_digit() || matches!(it, b'+' | b'-' | b'.' | b'e' | b'E'));
    let single: f32 = text.parse().ok().filter(|_| is_number)?;
    // The number is parsed as an `f32` only to check its range. The returned number is parsed as an
    // `f64`, so that 0.1 stays 0.1.
    single.is_finite().then(|| text.parse().ok())?
}

/// Parses a color and a vertex.
pub(super) fn parse_move(color: &str, vertex: &str) -> Option<(Color, Vertex)> {
    Some((Color::parse(color)?, Vertex::parse(vertex)?))
}

/// Joins the items of a response with blanks, on one line.
pub(super) fn join_items<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|it| it.to_string()).collect();
    words.join(" ")
}
