//! The context of a violation: as text, and as a board to draw.

use crate::message::Message;

/// The context of a violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The commands that set the position and began the search.
    pub text: String,
    /// The position, if the rule is about the board.
    pub board: Option<Diagram>,
}

/// A drawn board, independent of any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// What the board shows: `h2h5`, `red to move`.
    pub caption: Vec<Message>,
    /// From the top. A river and the names of the files are rows, too.
    pub rows: Vec<Row>,
}

/// A row of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The name of the rank; empty for other rows.
    pub label: String,
    pub cells: Vec<Cell>,
}

impl Diagram {
    /// The caption in one line: `h2h5; red to move`.
    pub fn caption(&self) -> String {
        let parts: Vec<String> = self.caption.iter().map(Message::to_string).collect();
        parts.join("; ")
    }
}

impl Row {
    /// A row that is not a rank.
    pub(super) fn unnamed(cells: Vec<Cell>) -> Row {
        Row {
            label: String::new(),
            cells,
        }
    }
}

/// A point of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub ascii: char,
    /// All characters of one board have the same width on a terminal, so columns are aligned.
    pub unicode: char,
    /// Highlighted.
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
