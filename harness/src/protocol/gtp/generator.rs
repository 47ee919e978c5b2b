//! Generates the values of placeholders in injected faults: `{occupied}` and `{free}` are points of the present
//! position, and `{off-board}` is a vertex outside of its board.

use super::{
    board::Position,
    view::Tracker,
    wire::{Point, Vertex},
};
use crate::{
    protocol::FaultValueGenerator,
    transcript::{Event, EventKind, Speaker},
};

/// Follows a GTP conversation, and generates vertices that fit the present position.
#[derive(Default)]
pub(super) struct VertexGenerator {
    tracker: Tracker,
}

impl VertexGenerator {
    fn observe_line(&mut self, speaker: Speaker, line: &[u8]) {
        let kind = EventKind::Line(speaker, line.to_vec());
        // The generator needs only the state of the tracker, so it drops the segments that the tracker returns.
        let _ = self.tracker.observe_event(&Event { at: None, kind });
    }

    fn find_point(position: &Position, is_wanted: impl Fn(Point) -> bool) -> Option<Point> {
        let rows = 0..position.size();
        let mut points = rows.flat_map(|row| (0..position.size()).map(move |column| (column, row)));
        points
            .find(|(column, row)| {
                is_wanted(Point {
                    column: *column,
                    row: *row,
                })
            })
            .map(|(column, row)| Point { column, row })
    }
}

impl FaultValueGenerator for VertexGenerator {
    fn observe_command(&mut self, line: &[u8]) {
        self.observe_line(Speaker::Interface, line);
    }

    fn observe_response(&mut self, line: &[u8]) {
        self.observe_line(Speaker::Engine, line);
    }

    fn answered_and_previous_command(&self) -> Option<[Vec<u8>; 2]> {
        self.tracker.answered_commands()
    }

    fn engine_state(&self) -> &'static str {
        match self.tracker.is_response_pending() {
            true => "thinking",
            false => "idle",
        }
    }

    fn all_engine_states(&self) -> &'static [&'static str] {
        &["idle", "thinking"]
    }

    fn can_generate(&self, name: &str) -> bool {
        matches!(name, "occupied" | "off-board" | "free")
    }

    fn generate_value(&mut self, name: &str) -> Option<Vec<u8>> {
        let position = self.tracker.position()?;
        let point = match name {
            "occupied" => Self::find_point(&position, |it| position.stone_at(it).is_some())?,
            "free" => Self::find_point(&position, |it| position.stone_at(it).is_none())?,
            "off-board" if position.size() < 25 => Point {
                column: position.size(),
                row: 0,
            },
            _ => return None,
        };
        debug_assert!(Vertex::parse(point.to_string().as_bytes()).is_some());
        Some(point.to_string().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_vertices_fit_the_present_position() {
        let mut generator = VertexGenerator::default();
        for (command, answer) in [
            ("boardsize 5", "="),
            ("clear_board", "="),
            ("play b C3", "="),
            ("genmove w", "= A1"),
        ] {
            generator.observe_command(command.as_bytes());
            assert_eq!(generator.engine_state(), "thinking");
            generator.observe_response(answer.as_bytes());
            generator.observe_response(b"");
            assert_eq!(generator.engine_state(), "idle");
        }
        let mut value = |name| String::from_utf8(generator.generate_value(name).unwrap()).unwrap();
        assert_eq!(value("occupied"), "A1");
        assert_eq!(value("free"), "B1");
        assert_eq!(value("off-board"), "F1");
    }
}
