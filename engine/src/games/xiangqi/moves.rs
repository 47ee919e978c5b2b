//! Moves in the notation of UCCI, such as `h2e2`.

use std::{fmt, str::FromStr};

use super::Square;

/// A move from a point to a point (`UCCI MV1`). The position decides whether the move is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// Parses exactly four characters, in lower case.
    pub fn from_bytes(bytes: &[u8]) -> Option<Move> {
        let &[a, b, c, d] = bytes else { return None };
        let square = |file: u8, rank: u8| {
            let fits = file.is_ascii_lowercase() && rank.is_ascii_digit();
            let place = fits.then(|| ((file - b'a') as i8, (rank - b'0') as i8));
            place.and_then(|(file, rank)| Square::new(file, rank))
        };
        Some(Move {
            from: square(a, b)?,
            to: square(c, d)?,
        })
    }
}

impl Move {
    /// The mirror image of the move: file `a` becomes file `i`, and so on.
    pub fn mirror_files(self) -> Move {
        Move {
            from: self.from.mirror_file(),
            to: self.to.mirror_file(),
        }
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Move, String> {
        Move::from_bytes(text.as_bytes()).ok_or_else(|| format!("`{text}` is no move"))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
