//! Points of the board, and steps between them.

use std::fmt;

/// A point: files `a` to `i` from red's left, ranks `0` to `9` from red's side (`UCCI MV2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The four directions along lines: files and ranks to go.
pub(super) const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four diagonals.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Square {
    /// The point on `file` and `rank`, both from 0; `None` off the board.
    pub fn new(file: i8, rank: i8) -> Option<Square> {
        let inside = (0..9).contains(&file) && (0..10).contains(&rank);
        inside.then(|| Square(rank as u8 * 9 + file as u8))
    }

    /// Every point, from `a0` along the ranks.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..90).map(Square)
    }

    /// 0 to 8, `a` to `i`.
    pub fn file(self) -> i8 {
        (self.0 % 9) as i8
    }

    /// 0 to 9.
    pub fn rank(self) -> i8 {
        (self.0 / 9) as i8
    }

    /// 0 to 89.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn step(self, (files, ranks): (i8, i8)) -> Option<Square> {
        Square::new(self.file() + files, self.rank() + ranks)
    }

    /// The points from here in one direction, nearest first.
    pub(super) fn ray(self, step: (i8, i8)) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(step), move |it| it.step(step))
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
