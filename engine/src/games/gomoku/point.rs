//! A point of the board, written as two hexadecimal digits: the row from 0 to E, the column from 1 to F.

use std::fmt;

/// The number of rows, and of columns.
pub(super) const SIZE: i32 = 15;

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// The four directions of lines, as steps of row and column.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Point {
    /// The number of points of the board.
    pub const COUNT: usize = 225;

    /// The centre of the board.
    pub const CENTRE: Point = Point(112);

    /// The point with this index; points are numbered row by row, from the upper left corner.
    pub fn from_index(index: usize) -> Option<Point> {
        let small = u8::try_from(index).ok()?;
        (index < Point::COUNT).then_some(Point(small))
    }

    /// The index of the point; points are numbered row by row, from the upper left corner.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All points of the board, row by row.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT).filter_map(Point::from_index)
    }

    /// Parses a point from two hexadecimal digits in upper or lower case.
    pub fn parse(digits: &[u8]) -> Option<Point> {
        let [row, column] = digits else {
            return None;
        };
        let row = char::from(*row).to_digit(16).filter(|it| *it < 15)?;
        let column = char::from(*column).to_digit(16).filter(|it| *it > 0)?;
        Point::from_index((row * 15 + column - 1) as usize)
    }

    /// The row, counted from 0 at the top.
    pub fn row(self) -> i32 {
        i32::from(self.0) / SIZE
    }

    /// The column, counted from 0 at the left edge.
    pub fn column(self) -> i32 {
        i32::from(self.0) % SIZE
    }

    /// The point `count` steps away in `direction`; `None` if this point is not on the board.
    pub(super) fn step(self, direction: (i32, i32), count: i32) -> Option<Point> {
        let row = self.row() + direction.0 * count;
        let column = self.column() + direction.1 * count;
        let inside = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        inside
            .then(|| usize::try_from(row * SIZE + column).ok())
            .flatten()
            .and_then(Point::from_index)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:X}{:X}", self.row(), self.column() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}
