//! The effect of `loadsgf`: reads the game records in SGF that the harness wrote, and follows the boards of engines that
//! load another position.

use std::sync::Arc;

use super::{BoardMistake, CommandExchange, Game};
use crate::protocol::gtp::{
    board::{Legality, Position},
    sgf,
    wire::{Color, Point, Vertex, parse_int},
};

/// The size of a board whose record does not name it.
const DEFAULT_SIZE: u8 = 19;

/// A file that the harness wrote for the engine.
#[derive(Clone, Debug)]
pub(super) enum WrittenFile {
    Record(GameRecord),
    /// A text that is no game record.
    NoRecord,
}

/// The main line of a game record: the size of the board, and the position after each number of moves.
#[derive(Clone, Debug)]
pub(super) struct GameRecord {
    pub(super) size: u8,
    pub(super) komi: Option<f64>,
    /// The board before the first move, then the position after each move.
    pub(super) positions: Vec<Arc<Position>>,
}

impl GameRecord {
    /// Parses a record. Returns `None` if the record has an illegal move, or setup stones after its first node.
    pub(super) fn parse(text: &str) -> Option<GameRecord> {
        let nodes = sgf::parse_main_line(text)?;
        let (mut size, mut setup, mut moves) = (DEFAULT_SIZE, Vec::new(), Vec::new());
        let mut komi = None;
        for (number, node) in nodes.iter().enumerate() {
            for (name, values) in node {
                match (*name, values.as_slice()) {
                    ("SZ", [value]) => size = value.parse().ok()?,
                    ("KM", [value]) => komi = value.parse().ok().filter(|it: &f64| it.is_finite()),
                    ("B", [value]) => moves.push((Color::Black, value.as_str())),
                    ("W", [value]) => moves.push((Color::White, value.as_str())),
                    ("AB", _) if number == 0 => setup.push((Color::Black, values)),
                    ("AW", _) if number == 0 => setup.push((Color::White, values)),
                    ("SZ" | "B" | "W" | "AB" | "AW" | "AE" | "PL", _) => return None,
                    _ => (),
                }
            }
        }
        if !(1..=25).contains(&size) {
            return None;
        }
        let mut first = Position::empty(size);
        for (color, points) in setup {
            for point in points {
                first.put_stone(color, parse_point(point, size)?);
            }
        }
        let mut positions = vec![Arc::new(first)];
        for (color, value) in moves {
            let is_pass = value.is_empty() || value == "tt" && size <= DEFAULT_SIZE;
            let vertex = match is_pass {
                true => Vertex::Pass,
                false => Vertex::Point(parse_point(value, size)?),
            };
            let position = positions.last()?;
            if !is_pass && position.legality(color, vertex) != Legality::Legal {
                return None;
            }
            positions.push(Arc::new(position.position_after_move(color, vertex)));
        }
        Some(GameRecord {
            size,
            komi,
            positions,
        })
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
        let file = match GameRecord::parse(text) {
            Some(record) => WrittenFile::Record(record),
            // Every record has a first node.
            None if !text.contains("(;") => WrittenFile::NoRecord,
            None => return,
        };
        self.files.push((path.as_bytes().to_vec(), file));
    }

    /// The file that a `loadsgf` names, if the harness wrote it.
    pub(super) fn written_file_of(&self, exchange: &CommandExchange) -> Option<&WrittenFile> {
        let path = exchange.command.arguments.first()?;
        let found = self.files.iter().find(|it| it.0 == *path);
        found.map(|it| &it.1)
    }

    /// The game record in the file that a `loadsgf` names, if the harness wrote this file.
    fn record_of(&self, exchange: &CommandExchange) -> Option<&GameRecord> {
        match self.written_file_of(exchange)? {
            WrittenFile::Record(record) => Some(record),
            WrittenFile::NoRecord => None,
        }
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
    fn passes_and_handicap_stones_are_read() {
        let record = GameRecord::parse("(;SZ[9]HA[2]AB[cg][gc];W[ee];B[];W[tt];B[cc])").unwrap();
        let counts = record.positions.iter().map(|it| it.all_stones().count());
        assert_eq!(counts.collect::<Vec<_>>(), [2, 3, 3, 3, 4]);
        assert_eq!(GameRecord::parse("(;B[aa])").unwrap().size, 19);
    }

    #[test]
    fn a_record_with_an_unclear_position_is_not_read() {
        for text in [
            "",
            "(;SZ[9]",
            "(;SZ[26])",
            "(;SZ[9];B[aj])",
            "(;SZ[9];B[aa];W[aa])",
            "(;SZ[9];B[aa];AB[bb])",
            "(;SZ[9]AB[aa:cc])",
            "(;SZ[9:13])",
        ] {
            assert!(GameRecord::parse(text).is_none(), "{text}");
        }
    }
}
