//! Draws the board of a violation as text.

use unicode_width::UnicodeWidthStr as _;

use crate::protocol::{Diagram, Row};

/// The form in which a text report shows boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    Unicode,
    #[default]
    Ascii,
    /// No board.
    None,
}

/// The rows of a board, without the caption. Marked cells are in brackets, and `mark` formats these cells.
pub fn rows(board: &Diagram, form: Boards, mark: impl Fn(&str) -> String) -> Vec<String> {
    if form == Boards::None {
        return Vec::new();
    }
    let labels = board.rows.iter().map(|it| it.label.width());
    let width = labels.max().unwrap_or_default();
    let line = |row: &Row| {
        let gap = width - row.label.width() + 1;
        let mut line = format!("{}{:gap$}", row.label, "");
        for cell in &row.cells {
            let it = match form {
                Boards::Unicode => cell.unicode,
                Boards::Ascii | Boards::None => cell.ascii,
            };
            match cell.marked {
                true => line.push_str(&mark(&format!("[{it}]"))),
                false => line.extend([' ', it, ' ']),
            }
        }
        line.trim_end().to_owned()
    };
    board.rows.iter().map(line).collect()
}

/// The caption and the board in ASCII.
pub(super) fn plain(board: &Diagram) -> String {
    let rows = rows(board, Boards::Ascii, str::to_owned);
    format!("{}\n{}", board.caption(), rows.join("\n"))
}

#[cfg(test)]
mod tests;
