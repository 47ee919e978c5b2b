//! The forbidden moves of black in renju: overline, double-four and double-three (`AGI F-1` to `F-8`).

use super::{
    Color, Point, Position,
    point::{DIRECTIONS, SIZE},
};

/// Why a move is forbidden for black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForbiddenReason {
    Overline,
    DoubleFour,
    DoubleThree,
}

/// Which threes count for a double-three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountedThrees {
    /// Every three counts, even if black may not extend it to a straight four (`AGI F-6`).
    All,
    /// A three counts only if black can legally extend it to a straight four (`AGI F-8`).
    Real,
}

impl Position {
    /// Why the side to move may not play on an empty point. Returns `None` if the move is legal.
    pub fn forbidden_reason(&self, point: Point) -> Option<ForbiddenReason> {
        self.forbidden_reason_counting_threes(point, CountedThrees::Real)
    }

    /// True if the move is legal only because some threes do not count: those that black cannot legally extend to a
    /// straight four (`AGI F-8`).
    pub fn is_disputed_three_move(&self, point: Point) -> bool {
        self.forbidden_reason_counting_threes(point, CountedThrees::All)
            .is_some()
            && self.forbidden_reason(point).is_none()
    }

    fn forbidden_reason_counting_threes(
        &self,
        point: Point,
        threes: CountedThrees,
    ) -> Option<ForbiddenReason> {
        if !self.has_forbidden_moves() || self.side_to_move() == Color::White {
            return None;
        }
        let mut board = self.clone();
        board.forbidden_reason_for_black(point, threes)
    }

    /// Returns the reason why black may not play on an empty point. The board is unchanged afterwards.
    fn forbidden_reason_for_black(
        &mut self,
        point: Point,
        counted: CountedThrees,
    ) -> Option<ForbiddenReason> {
        if self.stone(point).is_some() {
            return None;
        }
        self.put(point, Color::Black);
        let reason = self.forbidden_reason_of_black_stone(point, counted);
        self.remove(point);
        reason
    }

    fn forbidden_reason_of_black_stone(
        &mut self,
        point: Point,
        counted: CountedThrees,
    ) -> Option<ForbiddenReason> {
        let lengths = DIRECTIONS.map(|it| self.row_length(point, it, Color::Black));
        if lengths.contains(&5) {
            return None;
        }
        if lengths.iter().any(|it| *it > 5) {
            return Some(ForbiddenReason::Overline);
        }
        let fours: usize = DIRECTIONS
            .iter()
            .map(|it| self.four_count(point, *it))
            .sum();
        if fours >= 2 {
            return Some(ForbiddenReason::DoubleFour);
        }
        let mut threes = 0;
        for direction in DIRECTIONS {
            threes += usize::from(self.has_three(point, direction, counted));
        }
        (threes >= 2).then_some(ForbiddenReason::DoubleThree)
    }

    /// The number of fours in one line that contain the stone on `point`. The same four stones count as only one four,
    /// even if there are two points on which a fifth stone completes the five.
    fn four_count(&mut self, point: Point, direction: (i32, i32)) -> usize {
        let mut found: Vec<i32> = Vec::new();
        for distance in (-4..=4).filter(|it| *it != 0) {
            let Some(empty) = self.empty_point_at(point, direction, distance) else {
                continue;
            };
            let (first, last) = self.ends_of_completed_row(empty, direction, distance);
            if last - first == 4 && first <= 0 && last >= 0 {
                // The stones of the four (four stones that one more stone completes to a row of five) as a set of bits:
                // one bit for each distance from `point`.
                let stones = (first..=last).filter(|it| *it != distance);
                let bits = stones.map(|it| 1 << (it + 4)).sum();
                if !found.contains(&bits) {
                    found.push(bits);
                }
            }
        }
        found.len()
    }

    /// The first and the last stone of the row that a black stone on `empty` would complete. The function returns the
    /// distance of each stone from a point on the line: the point from which `empty` has the distance `distance`.
    fn ends_of_completed_row(
        &self,
        empty: Point,
        direction: (i32, i32),
        distance: i32,
    ) -> (i32, i32) {
        (
            distance - self.row_length_beside(empty, direction, -1, Color::Black),
            distance + self.row_length_beside(empty, direction, 1, Color::Black),
        )
    }

    fn empty_point_at(&self, point: Point, direction: (i32, i32), distance: i32) -> Option<Point> {
        debug_assert!(distance.abs() < SIZE);
        let found = point.step(direction, distance)?;
        self.stone(found).is_none().then_some(found)
    }

    /// True if the stone on `point` is part of a three in this line: one more stone makes a straight four.
    fn has_three(&mut self, point: Point, direction: (i32, i32), counted: CountedThrees) -> bool {
        (-3..=3).filter(|it| *it != 0).any(|distance| {
            let Some(empty) = self.empty_point_at(point, direction, distance) else {
                return false;
            };
            let (first, last) = self.ends_of_completed_row(empty, direction, distance);
            if last - first != 3 || first > 0 || last < 0 {
                return false;
            }
            self.put(empty, Color::Black);
            let straight = self.completes_five(point, direction, first - 1)
                && self.completes_five(point, direction, last + 1);
            // The stone that makes the straight four must not make a five in any line.
            let five = DIRECTIONS
                .iter()
                .any(|it| self.row_length(empty, *it, Color::Black) == 5);
            self.remove(empty);
            let is_three = straight && !five;
            match counted {
                CountedThrees::All => is_three,
                CountedThrees::Real => {
                    is_three && self.forbidden_reason_for_black(empty, counted).is_none()
                }
            }
        })
    }

    /// True if a black stone at this distance from `point` makes a row of exactly five in the line.
    fn completes_five(&self, point: Point, direction: (i32, i32), distance: i32) -> bool {
        self.empty_point_at(point, direction, distance)
            .is_some_and(|end| {
                let (first, last) = self.ends_of_completed_row(end, direction, distance);
                last - first == 4
            })
    }
}
