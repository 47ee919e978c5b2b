//! What stood around a violation: in words, and as a board that anybody can draw.

/// What stood around a violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The position and the command that it happened in, in words.
    pub text: String,
    /// The position as a board, where the board matters.
    pub board: Option<Diagram>,
}

/// A drawn board. It knows no game: whoever made it said what stands where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// What to see on it, in ASCII: `h2h5; red to move`.
    pub caption: String,
    /// From above. What crosses the board, and the names of its files, are rows, too.
    pub rows: Vec<Row>,
}

/// A row of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The name of the rank; empty if it is none.
    pub label: String,
    pub cells: Vec<Cell>,
}

impl Row {
    /// A row that is no rank.
    pub(super) fn unnamed(cells: Vec<Cell>) -> Row {
        Row {
            label: String::new(),
            cells,
        }
    }
}

/// What stands on a point of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub ascii: char,
    /// On one board all of these are equally wide on a terminal, so that columns stay columns.
    pub unicode: char,
    /// Look here.
    pub marked: bool,
}

impl Cell {
    /// A cell that is not marked.
    pub fn new(ascii: char, unicode: char) -> Cell {
        Cell {
            ascii,
            unicode,
            marked: false,
        }
    }
}
