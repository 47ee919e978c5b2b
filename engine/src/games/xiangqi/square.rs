//! Points of the board, and steps between them.

use std::fmt;

/// A point: files `a` to `i` from red's left, ranks `0` to `9` from red's side (`UCCI MV2`).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The point on `file` and `rank`, which count from 0; `None` if the point is not on the board.
    pub fn new(file: i8, rank: i8) -> Option<Square> {
        let inside = (0..9).contains(&file) && (0..10).contains(&rank);
        inside.then(|| Square(rank as u8 * 9 + file as u8))
    }

    /// All points from `a0` to `i9`, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..90).map(Square)
    }

    /// The file, from 0 (`a`) to 8 (`i`).
    pub fn file(self) -> i8 {
        (self.0 % 9) as i8
    }

    /// The rank, from 0 to 9.
    pub fn rank(self) -> i8 {
        (self.0 / 9) as i8
    }

    /// The index of the point, from 0 to 89.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mirror image of the point: file `a` becomes file `i`, and so on.
    pub(super) fn mirror_file(self) -> Square {
        Square(self.0 / 9 * 9 + 8 - self.0 % 9)
    }

    pub(super) fn from_index(index: usize) -> Option<Square> {
        (index < 90).then_some(Square(index as u8))
    }

    pub(super) fn at_offset(self, (files, ranks): (i8, i8)) -> Option<Square> {
        Square::new(self.file() + files, self.rank() + ranks)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.0 % 9);
        write!(f, "{file}{}", self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
