//! Parses GTP lines. Parsing never fails: a malformed line yields a value, too.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod arguments;
mod command;
mod response;
mod spelling;
mod vertex;

pub(super) use arguments::{ArgumentKind, Color, Point, Vertex, is_decimal, parse_int};
pub(super) use command::{Command, REQUIRED_COMMANDS};
pub(super) use response::{FormError, LineContent, StatusLine};
pub(super) use spelling::Spelling;
pub(super) use vertex::VERTEX_PATTERN;

/// The number that connects a response to its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    None,
    /// A number from 0 to 2147483647 (`GTP G-21`).
    Number(u32),
    /// A number that is too large or has another form, which an engine need not accept as an id
    /// (`GTP G-28`).
    Unspecified,
}

/// The largest id (`GTP G-50`).
const MAX_ID: u32 = (1 << 31) - 1;

impl Id {
    /// Parses a sequence of digits as an id.
    fn from_digits(digits: &[u8]) -> Id {
        let number = std::str::from_utf8(digits)
            .ok()
            .and_then(|it| it.parse().ok());
        match number.filter(|it| *it <= MAX_ID) {
            _ if digits.is_empty() => Id::None,
            Some(number) => Id::Number(number),
            None => Id::Unspecified,
        }
    }

    /// The number of the id, or `None` if there is no id or the id is unspecified.
    pub(super) fn valid_number(self) -> Option<u32> {
        match self {
            Id::Number(number) => Some(number),
            Id::None | Id::Unspecified => None,
        }
    }
}

/// Whether the parser removes the byte: every control byte except HT and LF (`GTP G-1`).
fn is_removed_byte(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t' && byte != b'\n'
}

fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
