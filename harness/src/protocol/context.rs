//! The context of a violation: commands as text, and the board as a diagram.

use crate::message::{Language, Message};

/// The context of a violation: what a report shows so that a reader understands the violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViolationContext {
    /// The commands that set the position and started the search.
    pub commands_text: String,
    /// The board, if the rule is about a position or a move.
    pub board: Option<Diagram>,
}

/// A diagram of a board, for any board game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The parts of the diagram's caption, such as `h2h5` and `red to move`.
    pub caption: Vec<Message>,
    /// The rows of the diagram from top to bottom, including the river and the labels of the board's files (columns).
    pub rows: Vec<DiagramRow>,
}

/// A row of a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagramRow {
    /// The name of the rank, or an empty text if the row is not a rank.
    pub label: String,
    pub cells: Vec<DiagramCell>,
}

impl Diagram {
    /// The diagram's caption in one line, such as `h2h5; red to move`.
    pub(crate) fn caption_text(&self, language: Language) -> String {
        let parts: Vec<String> = self.caption.iter().map(|it| it.to_text(language)).collect();
        parts.join(language.semicolon())
    }
}

impl DiagramRow {
    /// Creates a diagram row without a label, which is not a rank of the board.
    pub(super) fn new_without_label(cells: Vec<DiagramCell>) -> DiagramRow {
        DiagramRow {
            label: String::new(),
            cells,
        }
    }
}

/// A point of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramCell {
    pub ascii: char,
    /// The Unicode character of the point. On a terminal, all Unicode characters of a board have the same width.
    pub unicode: char,
    /// The point is highlighted.
    pub is_highlighted: bool,
}

impl DiagramCell {
    /// Creates a cell that is not highlighted.
    pub fn new(ascii: char, unicode: char) -> DiagramCell {
        DiagramCell {
            ascii,
            unicode,
            is_highlighted: false,
        }
    }
}
