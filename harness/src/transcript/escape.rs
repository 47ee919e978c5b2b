//! Bytes on one line: `\n`, `\r`, `\t`, `\0`, `\xNN` and `\\` for what would not survive as it is.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::io::Write as _;

use super::error::ParseError;

/// How a newline is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newline {
    /// `\n`.
    Short,
    /// `\x0a`, which never makes a line of a chunk.
    Hex,
    /// `\n` if it is the last byte, else `\x0a`: a line that cannot stand as it is.
    Last,
}

/// Bytes that were read, and what their source says about being a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Escaped {
    pub(super) bytes: Vec<u8>,
    /// How many newlines were written as `\n`.
    newlines: usize,
    /// Whether such a newline was the last thing written.
    ended: bool,
}

impl Escaped {
    /// The line that this is, if it is exactly one that could not be written as a plain line.
    pub(super) fn line(&self) -> Option<&[u8]> {
        let line = self.bytes.strip_suffix(b"\n")?;
        (self.ended && self.newlines == 1 && !is_plain(line)).then_some(line)
    }
}

/// Whether a line can stand as it is: no control bytes, no blanks at its ends.
pub(super) fn is_plain(line: &[u8]) -> bool {
    let blank = |byte: Option<&u8>| byte == Some(&b' ');
    !line.iter().any(u8::is_ascii_control) && !blank(line.first()) && !blank(line.last())
}

/// Reads bytes. A blank at the end and control bytes must be escaped: nobody sees them.
pub(super) fn read(source: &[u8]) -> Result<Escaped, ParseError> {
    let mut read = Escaped::default();
    let mut at = 0;
    while let Some(byte) = source.get(at) {
        read.ended = false;
        let length = match byte {
            b'\\' => {
                let (byte, length) = escaped(source.get(at..).unwrap_or_default())
                    .ok_or_else(|| ParseError::new(at, "use \\n \\r \\t \\0 \\xNN or \\\\"))?;
                if byte == b'\n' && length == 2 {
                    read.newlines += 1;
                    read.ended = true;
                }
                read.bytes.push(byte);
                length
            }
            b' ' if at + 1 == source.len() => {
                return Err(ParseError::new(at, "write a blank at the end as \\x20"));
            }
            byte if byte.is_ascii_control() => {
                let message = format!("write this control byte as \\x{byte:02x}");
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

/// The byte that the escape at the beginning of `source` stands for, and the length of the escape. Every language
/// with escapes reads them with this.
pub(crate) fn escaped(source: &[u8]) -> Option<(u8, usize)> {
    let byte = match source.strip_prefix(b"\\")? {
        [b'n', ..] => b'\n',
        [b'r', ..] => b'\r',
        [b't', ..] => b'\t',
        [b'0', ..] => 0,
        [b'\\', ..] => b'\\',
        [b'x', high, low, ..] => return Some((hex(*high)? * 16 + hex(*low)?, 4)),
        _ => return None,
    };
    Some((byte, 2))
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

/// Writes bytes so that they are read again as they are. Bytes that are no text are written in hex.
pub(super) fn write(bytes: &[u8], newline: Newline, out: &mut Vec<u8>) {
    let text = std::str::from_utf8(bytes).is_ok();
    let last = bytes.len().saturating_sub(1);
    let short = |at| newline == Newline::Short || newline == Newline::Last && at == last;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' if short(at) => out.extend(br"\n"),
            b'\r' => out.extend(br"\r"),
            b'\t' => out.extend(br"\t"),
            b'\\' => out.extend(br"\\"),
            b' ' if at != last => out.push(b' '),
            byte if byte.is_ascii_graphic() || text && !byte.is_ascii() => out.push(*byte),
            // A vector takes everything. `\0` is left to people: digits may follow it.
            byte => drop(write!(out, "\\x{byte:02x}")),
        }
    }
}
