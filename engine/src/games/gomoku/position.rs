//! A position of gomoku or renju: the stones, the side to move, and whether black has forbidden moves.

use super::point::{DIRECTIONS, Point};

/// The color of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Black,
    White,
}

impl Color {
    pub fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A position of gomoku or renju. Black is to move if the number of stones is even.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [Option<Color>; Point::COUNT],
    stone_count: usize,
    /// True if double-threes, double-fours and overlines are forbidden for black.
    has_forbidden_moves: bool,
    hash_key: u64,
    /// True if a move has made a row of five or more.
    is_decided: bool,
}

impl Default for Position {
    fn default() -> Position {
        Position::new(true)
    }
}

impl Position {
    /// The empty board.
    pub fn new(has_forbidden_moves: bool) -> Position {
        Position {
            stones: [None; Point::COUNT],
            stone_count: 0,
            has_forbidden_moves,
            hash_key: 0,
            is_decided: false,
        }
    }

    /// Sets whether black has forbidden moves; the stones are unchanged.
    pub fn set_forbidden_moves(&mut self, on: bool) {
        self.has_forbidden_moves = on;
    }

    /// True if double-threes, double-fours and overlines are forbidden for black.
    pub fn has_forbidden_moves(&self) -> bool {
        self.has_forbidden_moves
    }

    /// The color of the stone on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point.index()]
    }

    pub fn stone_count(&self) -> usize {
        self.stone_count
    }

    pub fn side_to_move(&self) -> Color {
        if self.stone_count.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    pub fn has_no_empty_point(&self) -> bool {
        self.stone_count == Point::COUNT
    }

    /// True if one side has a row of five or more.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    pub fn hash_key(&self) -> u64 {
        self.hash_key ^ u64::from(self.has_forbidden_moves)
    }

    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all().filter(|it| self.stone(*it).is_none())
    }

    /// Plays a stone of the side to move. The function plays even a move that is forbidden for black. Returns false if
    /// the point is occupied.
    pub fn play(&mut self, point: Point) -> bool {
        if self.stone(point).is_some() {
            return false;
        }
        let color = self.side_to_move();
        self.put(point, color);
        self.stone_count += 1;
        let key = zobrist_key(point.index() * 2 + usize::from(color == Color::White));
        // The hash covers only the stones, because the number of stones determines the side to move.
        self.hash_key ^= key;
        self.is_decided |= DIRECTIONS
            .iter()
            .any(|it| self.row_length(point, *it, color) >= 5);
        true
    }

    /// True if the side to move may play on `point`: the point is empty, and the move is not a forbidden move of black.
    pub fn is_legal(&self, point: Point) -> bool {
        self.stone(point).is_none() && self.forbidden_reason(point).is_none()
    }

    /// True if a stone of this color on an empty point makes a row that wins: five or more, and for black with
    /// forbidden moves exactly five.
    pub fn makes_winning_row(&self, point: Point, color: Color) -> bool {
        let exact = self.has_forbidden_moves && color == Color::Black;
        DIRECTIONS.iter().any(|it| {
            let length = 1
                + self.row_length_beside(point, *it, 1, color)
                + self.row_length_beside(point, *it, -1, color);
            length == 5 || length > 5 && !exact
        })
    }

    /// The length of the unbroken row in one line through the stone on `point`; 0 if no stone of `color` is on `point`.
    pub(super) fn row_length(&self, point: Point, direction: (i32, i32), color: Color) -> i32 {
        if self.stone(point) != Some(color) {
            return 0;
        }
        1 + self.row_length_beside(point, direction, 1, color)
            + self.row_length_beside(point, direction, -1, color)
    }

    /// The number of stones of a color in an unbroken row next to a point. The row goes in the direction `step` if
    /// `sign` is 1, and in the opposite direction if `sign` is -1.
    pub(super) fn row_length_beside(
        &self,
        point: Point,
        step: (i32, i32),
        sign: i32,
        color: Color,
    ) -> i32 {
        let mut length = 0;
        while let Some(next) = point.step(step, sign * (length + 1))
            && self.stone(next) == Some(color)
        {
            length += 1;
        }
        length
    }

    pub(super) fn put(&mut self, point: Point, color: Color) {
        self.stones[point.index()] = Some(color);
    }

    pub(super) fn remove(&mut self, point: Point) {
        self.stones[point.index()] = None;
    }
}

/// The pseudo-random hash key of an index, made with the mixing function of SplitMix64.
fn zobrist_key(index: usize) -> u64 {
    let mut key = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (key ^ (key >> 31)) & !1
}
