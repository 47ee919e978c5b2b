//! Well-formed moves that are illegal in a position, some for one particular reason.

use ponderhit_engine::games::xiangqi::{Move, Position};

/// A point, as file and rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point(i8, i8);

impl Point {
    fn all() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|rank| (0..9).map(move |file| Point(file, rank)))
    }

    fn plus(self, file: i8, rank: i8) -> Option<Point> {
        let to = Point(self.0 + file, self.1 + rank);
        ((0..9).contains(&to.0) && (0..10).contains(&to.1)).then_some(to)
    }
}

const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The pieces of a position as its FEN writes them.
#[derive(Clone)]
struct Pieces {
    points: [[Option<char>; 9]; 10],
    red: bool,
}

impl Pieces {
    fn of(position: &Position) -> Pieces {
        let fen = position.to_fen();
        let mut fields = fen.split_whitespace();
        let mut points = [[None; 9]; 10];
        for (row, text) in points
            .iter_mut()
            .rev()
            .zip(fields.next().unwrap_or("").split('/'))
        {
            let run = |it: char| match it.to_digit(10) {
                Some(run) => vec![None; run as usize],
                None => vec![Some(it)],
            };
            for (point, piece) in row.iter_mut().zip(text.chars().flat_map(run)) {
                *point = piece;
            }
        }
        let red = fields.next() != Some("b");
        Pieces { points, red }
    }

    fn at(&self, Point(file, rank): Point) -> Option<char> {
        self.points[rank as usize][file as usize]
    }

    fn own(&self, point: Point) -> Option<char> {
        let piece = self.at(point)?;
        (piece.is_ascii_uppercase() == self.red).then(|| piece.to_ascii_uppercase())
    }

    /// Whether the kings face each other once `from` has moved to `to`.
    fn faces(&self, from: Point, to: Point) -> bool {
        let mut pieces = self.clone();
        pieces.points[to.1 as usize][to.0 as usize] = self.at(from);
        pieces.points[from.1 as usize][from.0 as usize] = None;
        let find = |king| Point::all().find(|it| pieces.at(*it) == Some(king));
        let (Some(red), Some(black)) = (find('K'), find('k')) else {
            return false;
        };
        let mut between = red.1.min(black.1) + 1..red.1.max(black.1);
        red.0 == black.0 && between.all(|rank| pieces.at(Point(red.0, rank)).is_none())
    }
}

/// Any illegal move, of an own piece if there is one.
pub(super) fn any(position: &Position) -> Option<Move> {
    let pieces = Pieces::of(position);
    let moves = || {
        Point::all().flat_map(|from| {
            let others = Point::all().filter(move |to| *to != from);
            others.map(move |to| (from, to))
        })
    };
    let illegal = |(from, to): (Point, Point)| unless_legal(position, from, to);
    let own = moves().filter(|(from, to)| pieces.own(*from).is_some() && pieces.own(*to).is_none());
    own.chain(moves()).find_map(illegal)
}

/// A horse's move that is illegal only because a piece stands next to the horse.
pub(super) fn horse_leg(position: &Position) -> Option<Move> {
    let pieces = Pieces::of(position);
    let horses = Point::all().filter(|it| pieces.own(*it) == Some('N'));
    let leaps = horses.flat_map(|from| {
        let legs = STEPS
            .into_iter()
            .filter_map(move |(file, rank)| Some((from.plus(file, rank)?, (file, rank))));
        legs.flat_map(move |(leg, (file, rank))| {
            let targets = [-1, 1].map(|side| {
                let across = if file == 0 { (side, 0) } else { (0, side) };
                from.plus(2 * file + across.0, 2 * rank + across.1)
            });
            targets.into_iter().flatten().map(move |to| (from, leg, to))
        })
    });
    let mut hobbled =
        leaps.filter(|(_, leg, to)| pieces.at(*leg).is_some() && pieces.own(*to).is_none());
    hobbled.find_map(|(from, _, to)| unless_legal(position, from, to))
}

/// A step of king, chariot, cannon or pawn that is illegal because it leaves the kings face to face.
pub(super) fn facing(position: &Position) -> Option<Move> {
    let pieces = Pieces::of(position);
    let movers = Point::all().filter_map(|from| Some((from, pieces.own(from)?)));
    let steps = movers
        .filter(|(_, piece)| "KRCP".contains(*piece))
        .flat_map(|(from, piece)| {
            let steps = STEPS
                .into_iter()
                .filter_map(move |(file, rank)| from.plus(file, rank));
            steps.map(move |to| (from, piece, to))
        });
    let mut facing = steps.filter(|(from, piece, to)| {
        let forward = if pieces.red { 1 } else { -1 };
        let crossed = if pieces.red { from.1 > 4 } else { from.1 < 5 };
        let possible = match piece {
            'K' => (3..=5).contains(&to.0) && !(3..=6).contains(&to.1),
            'P' => to.1 - from.1 == forward || (crossed && to.1 == from.1),
            _ => true,
        };
        possible && pieces.at(*to).is_none() && pieces.faces(*from, *to)
    });
    facing.find_map(|(from, _, to)| unless_legal(position, from, to))
}

/// The move, if the position does not allow it.
fn unless_legal(position: &Position, from: Point, to: Point) -> Option<Move> {
    let text = [from, to].map(|Point(file, rank)| [b'a' + file as u8, b'0' + rank as u8]);
    let step = Move::from_bytes(text.as_flattened())?;
    (!position.is_legal(step)).then_some(step)
}
