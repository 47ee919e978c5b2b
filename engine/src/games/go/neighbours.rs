//! The layout of a board in memory: all points, with a border of one point.

use super::point::{Color, Point};

/// The index of a point in the arrays of a [`Board`](super::Board).
pub(super) type Index = usize;

/// The content of one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Border,
}

/// Converts points to indexes. The border cell on the left of a row is also the border cell on the right of the row
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: u8,
}

impl Layout {
    fn stride(self) -> usize {
        usize::from(self.size) + 1
    }

    /// The length of a [`Board`](super::Board)'s arrays.
    pub(super) fn cell_count(self) -> usize {
        self.stride() * (usize::from(self.size) + 2) + 1
    }

    pub(super) fn index(self, point: Point) -> Index {
        (usize::from(point.row) + 1) * self.stride() + usize::from(point.column) + 1
    }

    pub(super) fn point(self, index: Index) -> Point {
        let index = index - 1;
        let (row, column) = (index / self.stride() - 1, index % self.stride());
        Point::new(column as u8, row as u8)
    }

    /// The indexes of the four neighbours of a point. A neighbour can be a border cell.
    pub(super) fn neighbours(self, index: Index) -> [Index; 4] {
        let stride = self.stride();
        [index - stride, index - 1, index + 1, index + stride]
    }

    /// The indexes of the four cells that touch a point diagonally. Some of the four diagonal cells can be border
    /// cells.
    pub(super) fn diagonals(self, index: Index) -> [Index; 4] {
        let stride = self.stride();
        [
            index - stride - 1,
            index - stride + 1,
            index + stride - 1,
            index + stride + 1,
        ]
    }
}
