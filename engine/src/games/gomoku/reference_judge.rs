//! A slow and obvious judge of forbidden moves, for the tests: it works with sets of points, and shares no code with
//! the fast judge.

use std::collections::BTreeSet;

/// The black and white stones, by row and column.
#[derive(Clone, Debug)]
pub(super) struct ReferenceBoard(pub(super) [[char; 15]; 15]);

type Cell = (usize, usize);

impl ReferenceBoard {
    fn cell_content(&self, row: i32, column: i32) -> char {
        if (0..15).contains(&row) && (0..15).contains(&column) {
            self.0[row as usize][column as usize]
        } else {
            '#'
        }
    }

    fn with_black_stone(&self, cell: Cell) -> ReferenceBoard {
        let mut board = self.clone();
        board.0[cell.0][cell.1] = 'x';
        board
    }

    /// The unbroken black row through a black stone in this direction.
    fn row_through(&self, cell: Cell, step: (i32, i32)) -> BTreeSet<Cell> {
        let (mut row, mut column) = (cell.0 as i32, cell.1 as i32);
        while self.cell_content(row - step.0, column - step.1) == 'x' {
            (row, column) = (row - step.0, column - step.1);
        }
        let mut cells = BTreeSet::new();
        while self.cell_content(row, column) == 'x' {
            cells.insert((row as usize, column as usize));
            (row, column) = (row + step.0, column + step.1);
        }
        cells
    }

    /// The fours in one direction that contain `cell`. A four is a set of four stones that one more stone completes to
    /// a row of exactly five.
    fn fours(&self, cell: Cell, step: (i32, i32)) -> BTreeSet<BTreeSet<Cell>> {
        let mut fours = BTreeSet::new();
        for empty in self.empty_cells_of_line(cell, step) {
            let mut row = self.with_black_stone(empty).row_through(cell, step);
            if row.len() == 5 && row.remove(&empty) {
                fours.insert(row);
            }
        }
        fours
    }

    /// The empty cells of the line through `cell` in the direction `step`.
    fn empty_cells_of_line(&self, cell: Cell, step: (i32, i32)) -> Vec<Cell> {
        let (row, column) = (cell.0 as i32, cell.1 as i32);
        let all = (-14..15).map(|it| (row + it * step.0, column + it * step.1));
        all.filter(|it| self.cell_content(it.0, it.1) == '.')
            .map(|it| (it.0 as usize, it.1 as usize))
            .collect()
    }

    fn makes_five(&self, cell: Cell) -> bool {
        let board = self.with_black_stone(cell);
        STEPS
            .into_iter()
            .any(|it| board.row_through(cell, it).len() == 5)
    }

    fn has_three(&self, cell: Cell, step: (i32, i32), only_real: bool) -> bool {
        self.empty_cells_of_line(cell, step)
            .into_iter()
            .any(|empty| {
                let board = self.with_black_stone(empty);
                let row = board.row_through(cell, step);
                if row.len() != 4 || !row.contains(&empty) || self.makes_five(empty) {
                    return false;
                }
                let ends = board
                    .empty_cells_of_line(cell, step)
                    .into_iter()
                    .filter(|end| {
                        let longer = board.with_black_stone(*end).row_through(cell, step);
                        longer.len() == 5 && longer.is_superset(&row)
                    });
                ends.count() == 2 && !(only_real && self.is_forbidden(empty, only_real))
            })
    }

    /// True if black may not play on an empty cell. If `only_real` is true, a three counts only if black can legally
    /// extend it to a straight four.
    pub(super) fn is_forbidden(&self, cell: Cell, only_real: bool) -> bool {
        if self.makes_five(cell) {
            return false;
        }
        let board = self.with_black_stone(cell);
        let fours: usize = STEPS
            .into_iter()
            .map(|it| board.fours(cell, it).len())
            .sum();
        let threes = STEPS
            .into_iter()
            .filter(|it| board.has_three(cell, *it, only_real));
        let mut rows = STEPS.into_iter().map(|it| board.row_through(cell, it));
        rows.any(|it| it.len() > 5) || fours >= 2 || threes.count() >= 2
    }
}

const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
