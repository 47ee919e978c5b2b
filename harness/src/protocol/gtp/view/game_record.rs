//! Reads the game records in SGF that the harness wrote for `loadsgf`.

use std::sync::Arc;

use crate::protocol::gtp::{
    board::{Legality, Position},
    wire::{Color, Point, Vertex},
};

/// The main line of a game record: the size of the board, and the position after each number of moves.
#[derive(Clone, Debug)]
pub(super) struct GameRecord {
    pub(super) size: u8,
    /// The empty board, then the position after each move.
    pub(super) positions: Vec<Arc<Position>>,
}

impl GameRecord {
    /// Parses a record that has only moves. A record with setup stones, variations or passes returns `None`, and so
    /// does one with an illegal move.
    pub(super) fn parse(text: &str) -> Option<GameRecord> {
        let mut rest = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        let mut size = None;
        let mut moves = Vec::new();
        loop {
            rest = rest.trim_start().trim_start_matches(';');
            let Some((name, after)) = rest.split_once('[') else {
                break;
            };
            let (value, after) = after.split_once(']')?;
            match name.trim() {
                "SZ" => size = Some(value.parse().ok()?),
                "B" => moves.push((Color::Black, value)),
                "W" => moves.push((Color::White, value)),
                "GM" | "FF" | "KM" => (),
                _ => return None,
            }
            rest = after;
        }
        let size = size.filter(|it| rest.is_empty() && (1..=25).contains(it))?;
        let mut positions = vec![Arc::new(Position::empty(size))];
        for (color, value) in moves {
            let vertex = Vertex::Point(parse_point(value, size)?);
            let position = positions.last()?;
            if position.legality(color, vertex) != Legality::Legal {
                return None;
            }
            positions.push(Arc::new(position.position_after_move(color, vertex)));
        }
        Some(GameRecord { size, positions })
    }

    /// The positions up to the position before move `number`, or up to the end of the game.
    pub(super) fn positions_before(&self, number: Option<u32>) -> Vec<Arc<Position>> {
        let count = number.and_then(|it| usize::try_from(it).ok());
        let count = count.unwrap_or(usize::MAX).clamp(1, self.positions.len());
        self.positions.iter().take(count).cloned().collect()
    }
}

/// Parses a point of SGF: the letters of the column and of the row, which SGF counts from the top.
fn parse_point(value: &str, size: u8) -> Option<Point> {
    let &[column, row] = value.as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.checked_sub(b'a').filter(|it| *it < size);
    Some(Point {
        column: index(column)?,
        row: size - 1 - index(row)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_the_positions_before_each_move() {
        let record = GameRecord::parse("(;GM[1]SZ[9]KM[5.5];B[cb] ;W[gc])").unwrap();
        assert_eq!(record.size, 9);
        let stones = |number| {
            let positions = record.positions_before(number);
            positions.last().unwrap().all_stones().count()
        };
        assert_eq!(stones(None), 2);
        assert_eq!(stones(Some(1)), 0);
        assert_eq!(stones(Some(2)), 1);
        assert_eq!(stones(Some(99)), 2);
        let point = Vertex::parse(b"C8").and_then(|it| it.point()).unwrap();
        let first = &record.positions[1];
        assert_eq!(first.stone_at(point), Some(Color::Black));
    }

    #[test]
    fn a_record_with_more_than_moves_is_not_read() {
        for text in [
            "",
            "(;SZ[9]",
            "(;SZ[9];AB[cc])",
            "(;SZ[9](;B[aa])(;B[bb]))",
            "(;B[aa])",
            "(;SZ[26])",
            "(;SZ[9];B[])",
            "(;SZ[9];B[aj])",
            "(;SZ[9];B[aa];W[aa])",
            "(;SZ[9];B[aa)",
        ] {
            assert!(GameRecord::parse(text).is_none(), "{text}");
        }
    }
}
