//! A position of xiangqi and its legal moves.

/// The FEN of the position at the start of a game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const HORSE_JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (-1, 2),
    (1, -2),
    (-1, -2),
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
];

/// A point of the board: a file from 0 (a) to 8 (i), and a rank from 0 (red's side) to 9.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Point {
    file: i8,
    rank: i8,
}

impl Point {
    fn step(self, (files, ranks): (i8, i8), count: i8) -> Self {
        Self {
            file: self.file + files * count,
            rank: self.rank + ranks * count,
        }
    }

    /// Returns the index of this point in `Board::points`, or `None` if the point is outside of
    /// the board.
    fn index(self) -> Option<usize> {
        let is_inside = (0..9).contains(&self.file) && (0..10).contains(&self.rank);
        is_inside.then(|| self.rank as usize * 9 + self.file as usize)
    }
}

/// A move from one point to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move {
    from: Point,
    to: Point,
}

impl Move {
    /// Parses four characters such as `h2e2`.
    pub fn parse(text: &str) -> Option<Self> {
        let &[from_file, from_rank, to_file, to_rank] = text.as_bytes() else {
            return None;
        };
        let point = |file: u8, rank: u8| {
            let point = Point {
                file: file.wrapping_sub(b'a') as i8,
                rank: rank.wrapping_sub(b'0') as i8,
            };
            point.index().map(|_| point)
        };
        Some(Self {
            from: point(from_file, from_rank)?,
            to: point(to_file, to_rank)?,
        })
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for point in [self.from, self.to] {
            write!(f, "{}{}", (b'a' + point.file as u8) as char, point.rank)?;
        }
        Ok(())
    }
}

/// A position of xiangqi. `points` has letters of FEN: red's pieces are upper case, and `.` is an
/// empty point.
#[derive(Clone)]
pub struct Board {
    points: [u8; 90],
    red_to_move: bool,
}

impl Board {
    /// Parses a FEN, of which only the pieces and the side to move matter.
    pub fn parse(fen: &str) -> Option<Self> {
        let mut words = fen.split(' ');
        let rows: Vec<&str> = words.next()?.split('/').collect();
        let red_to_move = match words.next()? {
            "w" => true,
            "b" => false,
            _ => return None,
        };
        let mut points = Vec::new();
        for row in rows.iter().rev() {
            let before = points.len();
            for letter in row.bytes() {
                match letter {
                    b'1'..=b'9' => points.extend(std::iter::repeat_n(b'.', (letter - b'0').into())),
                    _ if b"KABNRCP".contains(&letter.to_ascii_uppercase()) => points.push(letter),
                    _ => return None,
                }
            }
            if points.len() != before + 9 {
                return None;
            }
        }
        let kings = |king: u8| points.iter().filter(|it| **it == king).count();
        if kings(b'K') != 1 || kings(b'k') != 1 {
            return None;
        }
        Some(Self {
            points: points.try_into().ok()?,
            red_to_move,
        })
    }

    /// Returns all legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in all_points().filter(|it| self.is_own(*it, self.red_to_move)) {
            let moves_of_piece = self.targets(from).into_iter().map(|to| Move { from, to });
            moves.extend(moves_of_piece.filter(|it| self.is_king_safe_after(*it)));
        }
        moves
    }

    /// Plays a move if it is legal. Returns whether the move is legal.
    pub fn play(&mut self, wanted: Move) -> bool {
        let is_legal = self.is_own(wanted.from, self.red_to_move)
            && self.targets(wanted.from).contains(&wanted.to)
            && self.is_king_safe_after(wanted);
        if is_legal {
            *self = self.board_after(wanted);
        }
        is_legal
    }

    fn board_after(&self, played: Move) -> Self {
        let mut board = self.clone();
        if let (Some(from), Some(to)) = (played.from.index(), played.to.index()) {
            board.points[to] = std::mem::replace(&mut board.points[from], b'.');
        }
        board.red_to_move = !self.red_to_move;
        board
    }

    /// Returns true if the move captures the opponent's king, or does not expose the own king.
    fn is_king_safe_after(&self, played: Move) -> bool {
        let captured = self.at(played.to).map(|it| it.to_ascii_uppercase());
        captured == Some(b'K') || !self.board_after(played).is_king_exposed(self.red_to_move)
    }

    /// Returns true if the king of the side `red` can be captured, or faces the other king.
    fn is_king_exposed(&self, red: bool) -> bool {
        let find = |king: u8| all_points().find(|it| self.at(*it) == Some(king));
        let (own, other) = if red { (b'K', b'k') } else { (b'k', b'K') };
        let (Some(king), Some(facing)) = (find(own), find(other)) else {
            return true;
        };
        let is_attacked =
            all_points().any(|it| self.is_own(it, !red) && self.targets(it).contains(&king));
        is_attacked || self.slide(king, (0, if red { 1 } else { -1 })).1 == Some(facing)
    }

    /// Returns the points that the piece on `from` could move to, even if the move would expose the
    /// own king.
    fn targets(&self, from: Point) -> Vec<Point> {
        let Some(piece) = self.at(from) else {
            return Vec::new();
        };
        let red = piece.is_ascii_uppercase();
        let (palace, side) = if red { (0..3, 0..5) } else { (7..10, 5..10) };
        let in_palace = |it: &Point| (3..=5).contains(&it.file) && palace.contains(&it.rank);
        let is_empty = |it: Point| self.at(it) == Some(b'.');
        let mut targets: Vec<Point> = match piece.to_ascii_uppercase() {
            b'K' => ORTHOGONAL
                .map(|it| from.step(it, 1))
                .into_iter()
                .filter(in_palace)
                .collect(),
            b'A' => DIAGONAL
                .map(|it| from.step(it, 1))
                .into_iter()
                .filter(in_palace)
                .collect(),
            b'B' => {
                let free = DIAGONAL
                    .into_iter()
                    .filter(|it| is_empty(from.step(*it, 1)));
                free.map(|it| from.step(it, 2))
                    .filter(|it| side.contains(&it.rank))
                    .collect()
            }
            b'N' => {
                // The leg of a horse is the neighbouring point in the direction of its two steps; a
                // piece on this point blocks the horse.
                let free = HORSE_JUMPS
                    .into_iter()
                    .filter(|(f, r)| is_empty(from.step((f / 2, r / 2), 1)));
                free.map(|it| from.step(it, 1)).collect()
            }
            b'P' => {
                let sides = if side.contains(&from.rank) {
                    &[][..]
                } else {
                    &[(1, 0), (-1, 0)]
                };
                let forward = [(0, if red { 1 } else { -1 })];
                forward
                    .iter()
                    .chain(sides)
                    .map(|it| from.step(*it, 1))
                    .collect()
            }
            b'R' | b'C' => {
                let is_cannon = piece.eq_ignore_ascii_case(&b'C');
                let along = |way| {
                    let (mut reached, mut hit) = self.slide(from, way);
                    if is_cannon {
                        hit = hit.and_then(|screen| self.slide(screen, way).1);
                    }
                    reached.extend(hit);
                    reached
                };
                ORTHOGONAL.into_iter().flat_map(along).collect()
            }
            _ => Vec::new(),
        };
        targets.retain(|it| it.index().is_some() && !self.is_own(*it, red));
        targets
    }

    /// Returns the empty points from `from` in a direction, and the first point with a piece.
    fn slide(&self, from: Point, way: (i8, i8)) -> (Vec<Point>, Option<Point>) {
        let mut empty = Vec::new();
        for count in 1.. {
            let point = from.step(way, count);
            match self.at(point) {
                Some(b'.') => empty.push(point),
                Some(_) => return (empty, Some(point)),
                None => break,
            }
        }
        (empty, None)
    }

    fn at(&self, point: Point) -> Option<u8> {
        point.index().map(|it| self.points[it])
    }

    fn is_own(&self, point: Point, red: bool) -> bool {
        self.at(point)
            .is_some_and(|it| it != b'.' && it.is_ascii_uppercase() == red)
    }
}

fn all_points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|rank| (0..9).map(move |file| Point { file, rank }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_of_two_plies_have_the_known_counts() {
        let counts = [
            (START, 44, 1920),
            (
                "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
                33,
                1273,
            ),
            (
                "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
                30,
                830,
            ),
        ];
        for (fen, one, two) in counts {
            let moves = Board::parse(fen).unwrap().legal_moves();
            assert_eq!(moves.len(), one, "{fen}");
            let replies = moves.iter().map(|it| {
                let mut board = Board::parse(fen).unwrap();
                assert!(board.play(*it), "{it}");
                board.legal_moves().len()
            });
            assert_eq!(replies.sum::<usize>(), two, "{fen}");
        }
    }
}
