//! Writes bytes as one line of text with the escapes `\n`, `\r`, `\t`, `\0`, `\xNN` and `\\`, and parses such text.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::io::Write as _;

use super::error::ParseError;
use crate::message::message;

/// The way in which a newline is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewlineEscape {
    /// Every newline is written as the escape `\n`.
    Short,
    /// Every newline is written as the escape `\x0a`, so that a chunk is not parsed as a line.
    Hex,
    /// A newline at the end is written as the escape `\n`, and any other newline as `\x0a`. The variant `ShortAtEnd` is
    /// for a line that can only be written with escapes.
    ShortAtEnd,
}

/// Unescaped bytes, and information about the newlines in the escaped text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unescaped {
    pub(super) bytes: Vec<u8>,
    /// The number of escapes `\n` in the escaped text.
    backslash_n_count: usize,
    /// Whether the escaped text ended with the escape `\n`.
    ends_with_newline: bool,
}

impl Unescaped {
    /// Returns the line without its newline, if the escaped text was exactly one line and this line needs escapes.
    pub(super) fn as_line(&self) -> Option<&[u8]> {
        let line = self.bytes.strip_suffix(b"\n")?;
        (self.ends_with_newline && self.backslash_n_count == 1 && !is_plain_line(line))
            .then_some(line)
    }
}

/// Returns whether a line can be written without escapes: it has no control bytes, and no space at its beginning or
/// end.
pub(super) fn is_plain_line(line: &[u8]) -> bool {
    let blank = |byte: Option<&u8>| byte == Some(&b' ');
    !line.iter().any(u8::is_ascii_control) && !blank(line.first()) && !blank(line.last())
}

/// Unescapes bytes. Control bytes and a space at the end must be escaped, because they are
/// invisible.
pub(super) fn unescape(source: &[u8]) -> Result<Unescaped, ParseError> {
    let mut read = Unescaped::default();
    let mut at = 0;
    while let Some(byte) = source.get(at) {
        read.ends_with_newline = false;
        let length = match byte {
            b'\\' => {
                let (byte, length) = parse_escape(source.get(at..).unwrap_or_default())
                    .ok_or_else(|| {
                        ParseError::new(
                            at,
                            message!(
                                "escape_unrecognized",
                                "unrecognized escape; expected \\n \\r \\t \\0 \\xNN or \\\\"
                            ),
                        )
                    })?;
                if byte == b'\n' && length == 2 {
                    read.backslash_n_count += 1;
                    read.ends_with_newline = true;
                }
                read.bytes.push(byte);
                length
            }
            b' ' if at + 1 == source.len() => {
                return Err(ParseError::new(
                    at,
                    message!("space_at_end", "write a space at the end as \\x20"),
                ));
            }
            byte if byte.is_ascii_control() => {
                let message = message!(
                    "control_byte",
                    "write this control byte as {escape}",
                    escape = format!("\\x{byte:02x}")
                );
                return Err(ParseError::new(at, message));
            }
            byte => {
                read.bytes.push(*byte);
                1
            }
        };
        at += length;
    }
    Ok(read)
}

/// Returns the byte of the escape at the beginning of `source`, and the length of the escape. Every text format that
/// has escapes uses this function.
pub(crate) fn parse_escape(source: &[u8]) -> Option<(u8, usize)> {
    let byte = match source.strip_prefix(b"\\")? {
        [b'n', ..] => b'\n',
        [b'r', ..] => b'\r',
        [b't', ..] => b'\t',
        [b'0', ..] => 0,
        [b'\\', ..] => b'\\',
        [b'x', high, low, ..] => {
            return Some((hex_digit_value(*high)? * 16 + hex_digit_value(*low)?, 4));
        }
        _ => return None,
    };
    Some((byte, 2))
}

fn hex_digit_value(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

/// Writes bytes with escapes, so that `unescape` returns the same bytes. If the bytes are not
/// UTF-8, all bytes outside ASCII are written as `\xNN`.
pub(super) fn write_escaped(bytes: &[u8], newline: NewlineEscape, out: &mut Vec<u8>) {
    let text = std::str::from_utf8(bytes).is_ok();
    let last = bytes.len().saturating_sub(1);
    let short =
        |at| newline == NewlineEscape::Short || newline == NewlineEscape::ShortAtEnd && at == last;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' if short(at) => out.extend(br"\n"),
            b'\r' => out.extend(br"\r"),
            b'\t' => out.extend(br"\t"),
            b'\\' => out.extend(br"\\"),
            b' ' if at != last => out.push(b' '),
            byte if byte.is_ascii_graphic() || text && !byte.is_ascii() => out.push(*byte),
            // Writing to a vector cannot fail. The escape `\0` is parsed but never written, because a digit may follow
            // the zero byte.
            byte => drop(write!(out, "\\x{byte:02x}")),
        }
    }
}
