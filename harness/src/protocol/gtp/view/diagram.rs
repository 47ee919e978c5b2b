//! Draws the board at a violation, and highlights the vertex of the violation.

use super::View;
use crate::{
    message::message,
    protocol::{
        Diagram, DiagramCell, DiagramRow,
        gtp::{
            board::Position,
            wire::{Color, Point, Vertex},
        },
    },
    rule::Culprit,
};

impl View {
    /// The board before the command that a violation is about, if the board is known.
    pub(in super::super) fn violation_diagram(&self, culprit: &Culprit) -> Option<Diagram> {
        let accused = self.exchanges.iter().find(|exchange| {
            let answers = exchange.response().is_some_and(|it| {
                it.line.at == culprit.at || it.lines.iter().any(|it| it.at == culprit.at)
            });
            exchange.line.at == culprit.at || answers
        })?;
        let position = accused.board.position.as_ref()?;
        let response = accused.response();
        let line = match accused.line.at == culprit.at {
            true => &accused.line,
            false => {
                let response = response?;
                let mut lines = std::iter::once(&response.line).chain(&response.lines);
                lines.find(|it| it.at == culprit.at)?
            }
        };
        let word = culprit
            .span
            .as_ref()
            .and_then(|it| line.bytes.get(it.start.checked_sub(line.offset)?..))
            .and_then(|it| it.split(|it| it.is_ascii_whitespace()).next());
        let played = accused.command.played_move().map(|it| it.1);
        let vertex = word.and_then(Vertex::parse).or(played);
        let vertex = vertex.or_else(|| response.and_then(super::Response::vertex));
        let point = vertex.and_then(Vertex::point);
        let word = point.map(|it| it.to_string());
        let mut caption = Vec::new();
        if let Some(word) = word {
            caption.push(message!("caption_move", "{word}", word));
        }
        let moves = accused.board.move_count;
        caption.push(message!("gtp_caption_moves", "after {moves} moves", moves));
        Some(Diagram {
            caption,
            rows: draw_rows(position, point),
        })
    }
}

/// The rows of a board with coordinates, from top to bottom.
fn draw_rows(position: &Position, marked: Option<Point>) -> Vec<DiagramRow> {
    let mut rows = Vec::new();
    for row in (0..position.size()).rev() {
        let cells = (0..position.size()).map(|column| {
            let point = Point { column, row };
            let cell = match position.stone_at(point) {
                Some(Color::Black) => DiagramCell::new('X', 'Ｘ'),
                Some(Color::White) => DiagramCell::new('O', 'Ｏ'),
                None => DiagramCell::new('.', '．'),
            };
            DiagramCell {
                is_highlighted: marked == Some(point),
                ..cell
            }
        });
        rows.push(DiagramRow {
            label: (row + 1).to_string(),
            cells: cells.collect(),
        });
    }
    let letters = (0..position.size()).filter_map(|column| {
        let name = Point { column, row: 0 }.to_string();
        let ascii = name.chars().next()?;
        let wide = char::from_u32(u32::from(ascii) + 0xFEE0)?;
        Some(DiagramCell::new(ascii, wide))
    });
    rows.push(DiagramRow::new_without_label(letters.collect()));
    rows
}
