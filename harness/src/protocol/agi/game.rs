//! Gomoku and renju for the judge: positions, moves and diagrams.

use ponderhit_engine::games::gomoku::{Color, ForbiddenReason, Point, Position};

use crate::{
    message::{Message, message},
    protocol::{
        DiagramCell, DiagramRow,
        search::{BoardGame, MAX_CAPTION_MOVES, Word, join_moves},
    },
};

/// A position, including whether the rules of the game have forbidden moves. Moves on a decided or full board are not
/// judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AgiPosition(pub(super) Position);

impl AgiPosition {
    /// True if the game is decided or the board is full: then only the survival of the engine is judged.
    pub(super) fn is_over(&self) -> bool {
        self.0.is_decided() || self.0.has_no_empty_point()
    }
}

/// Parses a list of points, which are written one after the other without separators. Returns `None` if the list is
/// malformed or empty.
pub(super) fn parse_points(list: &[u8]) -> Option<Vec<Point>> {
    let points: Option<Vec<Point>> = list.chunks(2).map(Point::parse).collect();
    points.filter(|it| !it.is_empty())
}

impl BoardGame for AgiPosition {
    type Move = Point;
    type Point = Point;
    type Variant = ();

    fn start_position(_rules: ()) -> Option<AgiPosition> {
        Some(AgiPosition(Position::default()))
    }

    /// Parses the points after `STATU`.
    fn parse_position(text: &str, _rules: ()) -> Option<AgiPosition> {
        let mut position = Position::default();
        let free = parse_points(text.as_bytes())?
            .into_iter()
            .all(|it| position.play(it));
        free.then_some(AgiPosition(position))
    }

    fn is_first_player_to_move(&self) -> bool {
        self.0.side_to_move() == Color::Black
    }

    fn parse_move(word: &[u8]) -> Option<Point> {
        Point::parse(word)
    }

    fn looks_like_move(_word: &Word<'_>) -> bool {
        false
    }

    fn is_legal(&self, step: Point) -> bool {
        self.is_over() || self.0.is_legal(step)
    }

    fn why_illegal(&self, step: Point) -> Option<Message> {
        if self.is_legal(step) {
            return None;
        }
        Some(match self.0.forbidden_reason(step) {
            None => message!("point_occupied", "the point is occupied"),
            Some(ForbiddenReason::Overline) => {
                message!("forbidden_overline", "an overline is forbidden for black")
            }
            Some(ForbiddenReason::DoubleFour) => {
                message!(
                    "forbidden_double_four",
                    "a double-four is forbidden for black"
                )
            }
            Some(ForbiddenReason::DoubleThree) => {
                message!(
                    "forbidden_double_three",
                    "a double-three is forbidden for black"
                )
            }
        })
    }

    fn play(&mut self, step: Point) {
        self.0.play(step);
    }

    /// Plays a forbidden move, too, because a command may contain one. How an engine handles a forbidden move in a
    /// command is not judged (`AGI F-10`).
    fn play_if_legal(&mut self, step: Point) -> bool {
        self.0.play(step)
    }

    fn legal_moves(&self) -> Vec<Point> {
        let all = self.0.empty_points();
        all.filter(|it| self.is_legal(*it)).collect()
    }

    fn hash_key(&self) -> u64 {
        self.0.hash_key()
    }

    fn side_to_move_caption(&self, after: &[Point]) -> Message {
        let side = match self.0.side_to_move() {
            Color::Black => message!("black", "black"),
            Color::White => message!("white", "white"),
        };
        if after.is_empty() || after.len() > MAX_CAPTION_MOVES {
            return message!("side_to_move", "{side} to move", side);
        }
        let moves = join_moves(after);
        message!(
            "side_to_move_after",
            "{side} to move after {moves}",
            side,
            moves
        )
    }

    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = Point> + '_> {
        let occupied = Point::all().filter(|it| self.0.stone(*it).is_some());
        Box::new(occupied.chain(self.0.empty_points()))
    }

    fn points_of_word(word: &[u8]) -> Option<Vec<Point>> {
        Point::parse(word).map(|it| vec![it])
    }

    fn draw_rows(&self, marked: &[Point]) -> Vec<DiagramRow> {
        let cell = |point: Point| DiagramCell {
            is_highlighted: marked.contains(&point),
            ..match self.0.stone(point) {
                Some(Color::Black) => DiagramCell::new('x', '●'),
                Some(Color::White) => DiagramCell::new('o', '○'),
                None => DiagramCell::new('.', '·'),
            }
        };
        let mut rows: Vec<DiagramRow> = (0..15)
            .map(|row| DiagramRow {
                label: format!("{row:X}"),
                cells: (0..15)
                    .filter_map(|column| Point::from_index(row * 15 + column))
                    .map(cell)
                    .collect(),
            })
            .collect();
        let columns = "123456789ABCDEF".chars();
        let columns = columns.map(|it| DiagramCell::new(it, it)).collect();
        rows.push(DiagramRow::new_without_label(columns));
        rows
    }
}
