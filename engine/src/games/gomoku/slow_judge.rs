//! A slow and obvious judge of forbidden moves, for the tests: it tries sets of points and shares no code with the fast
//! judge.

use std::collections::BTreeSet;

/// The black and white stones, by row and column.
#[derive(Clone, Debug)]
pub(super) struct SlowBoard(pub(super) [[char; 15]; 15]);

type Cell = (usize, usize);

impl SlowBoard {
    fn at(&self, row: i32, column: i32) -> char {
        if (0..15).contains(&row) && (0..15).contains(&column) {
            self.0[row as usize][column as usize]
        } else {
            '#'
        }
    }

    fn with_black(&self, cell: Cell) -> SlowBoard {
        let mut board = self.clone();
        board.0[cell.0][cell.1] = 'x';
        board
    }

    /// Every unbroken black row of at least two stones in this direction.
    fn rows(&self, step: (i32, i32)) -> Vec<BTreeSet<Cell>> {
        let mut rows = Vec::new();
        for row in 0..15i32 {
            for column in 0..15i32 {
                if self.at(row, column) != 'x' || self.at(row - step.0, column - step.1) == 'x' {
                    continue;
                }
                let mut cells = BTreeSet::new();
                let (mut r, mut c) = (row, column);
                while self.at(r, c) == 'x' {
                    cells.insert((r as usize, c as usize));
                    (r, c) = (r + step.0, c + step.1);
                }
                rows.push(cells);
            }
        }
        rows
    }

    fn empty_cells(&self) -> Vec<Cell> {
        let all = (0..15).flat_map(|row| (0..15).map(move |column| (row, column)));
        all.filter(|it| self.0[it.0][it.1] == '.').collect()
    }

    /// The fours with `cell` in one direction: the five that one more stone makes, without that stone.
    fn fours(&self, cell: Cell, step: (i32, i32)) -> BTreeSet<BTreeSet<Cell>> {
        let mut fours = BTreeSet::new();
        for empty in self.line_of(cell, step) {
            for mut row in self.with_black(empty).rows(step) {
                if row.len() == 5 && row.contains(&cell) && row.remove(&empty) {
                    fours.insert(row);
                }
            }
        }
        fours
    }

    /// The empty cells of the line through `cell`.
    fn line_of(&self, cell: Cell, step: (i32, i32)) -> Vec<Cell> {
        let (row, column) = (cell.0 as i32, cell.1 as i32);
        let on_line = |it: &Cell| {
            let (dr, dc) = (it.0 as i32 - row, it.1 as i32 - column);
            dr * step.1 == dc * step.0
        };
        self.empty_cells().into_iter().filter(on_line).collect()
    }

    fn makes_five(&self, cell: Cell) -> bool {
        let board = self.with_black(cell);
        let five = |step| {
            board
                .rows(step)
                .iter()
                .any(|it| it.len() == 5 && it.contains(&cell))
        };
        STEPS.into_iter().any(five)
    }

    fn has_three(&self, cell: Cell, step: (i32, i32), only_real: bool) -> bool {
        self.line_of(cell, step).into_iter().any(|empty| {
            if self.makes_five(empty) {
                return false;
            }
            let board = self.with_black(empty);
            let straight = board.rows(step).into_iter().any(|row| {
                let ends = board.line_of(cell, step).into_iter().filter(|end| {
                    let longer = board.with_black(*end).rows(step);
                    longer
                        .iter()
                        .any(|it| it.len() == 5 && it.is_superset(&row))
                });
                row.len() == 4 && row.contains(&cell) && row.contains(&empty) && ends.count() == 2
            });
            straight && !(only_real && self.is_forbidden(empty, only_real))
        })
    }

    /// Whether black may not play on an empty cell; `only_real`: only a three that can become a straight four counts.
    pub(super) fn is_forbidden(&self, cell: Cell, only_real: bool) -> bool {
        if self.makes_five(cell) {
            return false;
        }
        let board = self.with_black(cell);
        let long = |step| {
            board
                .rows(step)
                .iter()
                .any(|it| it.len() > 5 && it.contains(&cell))
        };
        let fours: usize = STEPS
            .into_iter()
            .map(|it| board.fours(cell, it).len())
            .sum();
        let threes = STEPS
            .into_iter()
            .filter(|it| board.has_three(cell, *it, only_real));
        STEPS.into_iter().any(long) || fours >= 2 || threes.count() >= 2
    }
}

const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
