//! Colors, points and vertices, and their notation in GTP.

use std::fmt;

/// The size of the smallest board that the rules support.
pub const MIN_BOARD_SIZE: u8 = 2;

/// The size of the largest board, because GTP has letters for only 25 columns (`GTP G-58`).
pub const MAX_BOARD_SIZE: u8 = 25;

/// The letters of the columns; `I` is left out.
const COLUMN_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// Parses a color in any case (`GTP G-54`).
    pub fn parse(text: &str) -> Option<Color> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

/// A point; column and row count from 0, from the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub column: u8,
    pub row: u8,
}

impl Point {
    pub const fn new(column: u8, row: u8) -> Point {
        Point { column, row }
    }

    pub fn is_on_board(self, size: u8) -> bool {
        self.column < size && self.row < size
    }

    /// All points of a board, row by row from the lower left corner.
    pub fn all(size: u8) -> impl Iterator<Item = Point> + Clone {
        (0..size).flat_map(move |row| (0..size).map(move |column| Point { column, row }))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = COLUMN_LETTERS
            .get(usize::from(self.column))
            .unwrap_or(&b'?');
        write!(f, "{}{}", char::from(*letter), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A point or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    Pass,
    Point(Point),
}

impl Vertex {
    /// Parses a vertex in any case (`GTP G-53`). If the board is small, the parsed point can lie
    /// outside of the board.
    pub fn parse(text: &str) -> Option<Vertex> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::Pass);
        }
        let (letter, number) = text.split_at_checked(1)?;
        let letter = letter.bytes().next()?.to_ascii_uppercase();
        let column = COLUMN_LETTERS.iter().position(|it| *it == letter)?;
        let is_number = !number.starts_with('0') && number.bytes().all(|it| it.is_ascii_digit());
        let row: u8 = number.parse().ok().filter(|_| is_number)?;
        (1..=MAX_BOARD_SIZE)
            .contains(&row)
            .then(|| Vertex::Point(Point::new(column as u8, row - 1)))
    }

    pub fn point(self) -> Option<Point> {
        match self {
            Vertex::Pass => None,
            Vertex::Point(point) => Some(point),
        }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Pass => f.write_str("pass"),
            Vertex::Point(point) => point.fmt(f),
        }
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
