//! The effect of `loadsgf`: reads the game records in SGF that the harness wrote, and follows the boards of engines that
//! load another position.

use std::sync::Arc;

use super::{BoardMistake, CommandExchange, Game};
use crate::protocol::gtp::{
    board::{Legality, Position},
    wire::{Color, Point, Vertex, parse_int},
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

impl Game {
    /// Remembers a file that the harness wrote for the engine.
    pub(in super::super) fn add_written_file(&mut self, path: &str, text: &str) {
        let record = GameRecord::parse(text);
        self.records
            .extend(record.map(|it| (path.as_bytes().to_vec(), it)));
    }

    /// The game record in the file that a `loadsgf` names, if the harness wrote this file.
    pub(super) fn record_of(&self, exchange: &CommandExchange) -> Option<&GameRecord> {
        let path = exchange.command.arguments.first()?;
        let found = self.records.iter().find(|it| it.0 == *path);
        found.map(|it| &it.1)
    }

    /// Loads the position of a successful `loadsgf` (`GTP G-127`). The position is known only if the harness wrote the
    /// file.
    pub(super) fn load_record(&mut self, exchange: &CommandExchange) {
        let old = self.history.take();
        self.forget_all_but_files();
        let number = match exchange.command.arguments.as_slice() {
            [_] => None,
            [_, number] => match parse_int(number) {
                Some(number) => Some(number),
                None => return,
            },
            _ => return,
        };
        let Some(record) = self.record_of(exchange).cloned() else {
            return;
        };
        let loaded = record.positions_before(number);
        self.size = Some(record.size);
        let moves = u32::try_from(loaded.len()).unwrap_or(u32::MAX);
        let others = [
            None,
            old,
            Some(record.positions_before(None)),
            Some(record.positions_before(Some(moves + 1))),
            Some(record.positions_before(Some(moves.saturating_sub(1)))),
        ];
        for other in others {
            if other.as_ref() != Some(&loaded) {
                self.add_alternative_board(BoardMistake::WrongPositionLoaded, exchange, other);
            }
        }
        self.history = Some(loaded);
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
