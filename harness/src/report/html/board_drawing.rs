//! Draws the board of a violation as SVG. The board is given as rows of characters, which is possible for every game.

use maud::{Markup, html};

use crate::{message::Language, protocol::Diagram, report::inert_text::sanitize_line};

/// The width and height of a cell.
const CELL_SIZE: usize = 28;

/// Draws a board. A frame marks each point of the board that the violation is about.
pub(super) fn draw_board(board: &Diagram) -> Markup {
    let columns = board
        .rows
        .iter()
        .map(|it| it.cells.len())
        .max()
        .unwrap_or_default();
    let (width, height) = ((columns + 1) * CELL_SIZE, board.rows.len() * CELL_SIZE);
    let caption = sanitize_line(&board.caption_text(Language::selected_for_texts()));
    if columns == 0 {
        // Reports of older versions contain boards as text only.
        return html! { pre { @for row in &board.rows { (sanitize_line(&row.label)) "\n" } } };
    }
    html! {
        figure {
            svg role="img" aria-label=(caption) width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
                @for (y, row) in board.rows.iter().enumerate() {
                    (text_at(0, y, &sanitize_line(&row.label)))
                    @for (x, cell) in row.cells.iter().enumerate() {
                        @if cell.is_highlighted {
                            rect x=((x + 1) * CELL_SIZE + 1) y=(y * CELL_SIZE + 1) width=(CELL_SIZE - 2) height=(CELL_SIZE - 2)
                                fill="none" stroke="#d4003a" stroke-width="3" {}
                        }
                        @if cell.unicode != ' ' { (text_at(x + 1, y, &sanitize_line(&cell.unicode.to_string()))) }
                    }
                }
            }
            figcaption class="quiet" { (caption) }
        }
    }
}

fn text_at(x: usize, y: usize, text: &str) -> Markup {
    let (x, y) = (
        x * CELL_SIZE + CELL_SIZE / 2,
        y * CELL_SIZE + CELL_SIZE * 7 / 10,
    );
    html! { text x=(x) y=(y) text-anchor="middle" font-size="18" { (text) } }
}
