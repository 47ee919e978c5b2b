//! Draws the board of a violation as text.

use unicode_width::UnicodeWidthStr as _;

use crate::{
    message::Language,
    protocol::{Diagram, DiagramRow},
};

/// The form in which a text report shows boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    Unicode,
    #[default]
    Ascii,
    /// The text report shows no boards.
    NoBoard,
}

/// Returns the rows of a board, without the caption. Highlighted cells of the board are in brackets, and the function
/// `mark` formats such a cell.
pub fn board_rows(board: &Diagram, form: BoardStyle, mark: impl Fn(&str) -> String) -> Vec<String> {
    if form == BoardStyle::NoBoard {
        return Vec::new();
    }
    let labels = board.rows.iter().map(|it| it.label.width());
    let width = labels.max().unwrap_or_default();
    let line = |row: &DiagramRow| {
        let gap = width - row.label.width() + 1;
        let mut line = format!("{}{:gap$}", row.label, "");
        for cell in &row.cells {
            let it = match form {
                BoardStyle::Unicode => cell.unicode,
                BoardStyle::Ascii | BoardStyle::NoBoard => cell.ascii,
            };
            match cell.is_highlighted {
                true => line.push_str(&mark(&format!("[{it}]"))),
                false => line.extend([' ', it, ' ']),
            }
        }
        line.trim_end().to_owned()
    };
    board.rows.iter().map(line).collect()
}

/// Returns the caption and the board, in ASCII.
pub(super) fn ascii_board(board: &Diagram) -> String {
    let rows = board_rows(board, BoardStyle::Ascii, str::to_owned);
    format!(
        "{}\n{}",
        board.caption_text(Language::selected_for_json()),
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests;
