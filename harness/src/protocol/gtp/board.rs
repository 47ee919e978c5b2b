//! A Go position with the parts that ponderhit's rules for GTP need: stones, captures and simple ko.

use super::wire::{Color, Point, Vertex};

/// The stones on a board, and the point that a simple ko forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    size: u8,
    stones: Vec<Option<Color>>,
    /// The point that a simple ko forbids now, and the color that may not play there.
    ko: Option<(Color, Point)>,
}

/// Whether a move is legal, and if not, the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Legality {
    Legal,
    OffBoard,
    Occupied,
    /// The move retakes a single stone at once (simple ko). Whether a ko move is legal depends on the rules of play.
    Ko,
    /// The move would remove the player's own stones. Whether a suicide is legal depends on the rules of play.
    Suicide,
}

impl Position {
    pub(super) fn empty(size: u8) -> Position {
        let points = usize::from(size) * usize::from(size);
        Position {
            size,
            stones: vec![None; points],
            ko: None,
        }
    }

    pub(super) fn size(&self) -> u8 {
        self.size
    }

    /// The stones of the position, without the ko point. A move that leads to the same stones as an earlier position is
    /// a repetition.
    pub(super) fn stones(&self) -> &[Option<Color>] {
        &self.stones
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stones.iter().all(Option::is_none)
    }

    pub(super) fn stone_at(&self, point: Point) -> Option<Color> {
        let index = self.index(point)?;
        self.stones.get(index).copied().flatten()
    }

    /// All stones with their points.
    pub(super) fn all_stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let size = usize::from(self.size);
        let stones = self.stones.iter().enumerate();
        stones.filter_map(move |(index, stone)| {
            let column = u8::try_from(index % size).ok()?;
            let row = u8::try_from(index / size).ok()?;
            Some((Point { column, row }, (*stone)?))
        })
    }

    pub(super) fn legality(&self, color: Color, vertex: Vertex) -> Legality {
        let Vertex::Point(point) = vertex else {
            return Legality::Legal;
        };
        if !point.is_on_board(self.size) {
            return Legality::OffBoard;
        }
        if self.stone_at(point).is_some() {
            return Legality::Occupied;
        }
        if self.ko == Some((color, point)) {
            return Legality::Ko;
        }
        let mut after = self.clone();
        match after.put_stone_and_capture(color, point) {
            true => Legality::Suicide,
            false => Legality::Legal,
        }
    }

    /// Returns the position after a move, which may also be a ko or a suicide.
    pub(super) fn position_after_move(&self, color: Color, vertex: Vertex) -> Position {
        let mut after = self.clone();
        after.ko = None;
        if let Vertex::Point(point) = vertex {
            after.put_stone_and_capture(color, point);
        }
        after
    }

    /// Puts a stone on the board and captures nothing, as for a handicap stone.
    pub(super) fn put_stone(&mut self, color: Color, point: Point) {
        self.set_stone(point, Some(color));
    }

    /// The points of a group: the stone at a point, and all stones that are connected with it.
    pub(super) fn group_at(&self, point: Point) -> Vec<Point> {
        let Some(color) = self.stone_at(point) else {
            return Vec::new();
        };
        let mut group = vec![point];
        let mut next = 0;
        while let Some(point) = group.get(next).copied() {
            next += 1;
            for neighbor in self.neighbors(point) {
                if self.stone_at(neighbor) == Some(color) && !group.contains(&neighbor) {
                    group.push(neighbor);
                }
            }
        }
        group
    }

    /// Puts a stone on the board and removes the groups that have no liberty. Returns true if the group of the new
    /// stone was removed (suicide).
    fn put_stone_and_capture(&mut self, color: Color, point: Point) -> bool {
        self.set_stone(point, Some(color));
        let mut captured = Vec::new();
        for neighbor in self.neighbors(point) {
            if self.stone_at(neighbor) == Some(color.opponent()) {
                let group = self.group_at(neighbor);
                if !self.has_liberty(&group) {
                    group.iter().for_each(|it| self.set_stone(*it, None));
                    captured.extend(group);
                }
            }
        }
        let own = self.group_at(point);
        let is_suicide = !self.has_liberty(&own);
        if is_suicide {
            own.iter().for_each(|it| self.set_stone(*it, None));
        }
        let liberties = self
            .neighbors(point)
            .filter(|it| self.stone_at(*it).is_none());
        self.ko = match captured.as_slice() {
            [taken] if own.len() == 1 && liberties.count() == 1 => Some((color.opponent(), *taken)),
            _ => None,
        };
        is_suicide
    }

    fn has_liberty(&self, group: &[Point]) -> bool {
        let mut neighbors = group.iter().flat_map(|it| self.neighbors(*it));
        neighbors.any(|it| self.stone_at(it).is_none())
    }

    fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let Point { column, row } = point;
        let size = self.size;
        let around = [
            (column.checked_sub(1), Some(row)),
            (column.checked_add(1), Some(row)),
            (Some(column), row.checked_sub(1)),
            (Some(column), row.checked_add(1)),
        ];
        let points = around.into_iter().filter_map(|(column, row)| {
            Some(Point {
                column: column?,
                row: row?,
            })
        });
        points.filter(move |it| it.is_on_board(size))
    }

    fn index(&self, point: Point) -> Option<usize> {
        let index = usize::from(point.row) * usize::from(self.size) + usize::from(point.column);
        point.is_on_board(self.size).then_some(index)
    }

    fn set_stone(&mut self, point: Point, stone: Option<Color>) {
        let index = self.index(point);
        if let Some(place) = index.and_then(|it| self.stones.get_mut(it)) {
            *place = stone;
        }
    }
}

/// The points of `fixed_handicap` (`GTP G-116`). Returns `None` if this number of handicap stones is not allowed on a
/// board of this size.
pub(super) fn fixed_handicap_points(size: u8, number: u32) -> Option<Vec<Point>> {
    fixed_handicap_with_corner_line(size, number, if size < 13 { 2 } else { 3 })
}

/// The points of `fixed_handicap` if the stones in the corners are on the line `low`, counted from 0.
pub(super) fn fixed_handicap_with_corner_line(
    size: u8,
    number: u32,
    low: u8,
) -> Option<Vec<Point>> {
    let most = match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&number) {
        return None;
    }
    let (high, middle) = (size - 1 - low, size / 2);
    let at = |column: u8, row: u8| Point { column, row };
    let corners = [at(low, low), at(high, high), at(low, high), at(high, low)];
    let sides = [at(low, middle), at(high, middle)];
    let ends = [at(middle, high), at(middle, low)];
    let mut points: Vec<Point> = corners.into_iter().take(number.min(4) as usize).collect();
    if number >= 6 {
        points.extend(sides);
    }
    if number >= 8 {
        points.extend(ends);
    }
    if number % 2 == 1 && number >= 5 {
        points.push(at(middle, middle));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(position: &Position, moves: &str) -> Position {
        let mut words = moves.split_whitespace();
        let mut after = position.clone();
        while let (Some(color), Some(vertex)) = (words.next(), words.next()) {
            let color = Color::parse(color.as_bytes()).unwrap();
            let vertex = Vertex::parse(vertex.as_bytes()).unwrap();
            after = after.position_after_move(color, vertex);
        }
        after
    }

    fn legality(position: &Position, color: Color, vertex: &str) -> Legality {
        position.legality(color, Vertex::parse(vertex.as_bytes()).unwrap())
    }

    #[test]
    fn captured_stones_are_removed_and_a_ko_must_not_be_retaken_at_once() {
        let empty = Position::empty(9);
        let ko = play(&empty, "b C5 b D6 b D4 w F5 w E6 w E4 w D5 b E5");
        assert_eq!(legality(&ko, Color::White, "D5"), Legality::Ko);
        assert_eq!(legality(&ko, Color::Black, "D5"), Legality::Legal);
        assert_eq!(legality(&ko, Color::White, "E5"), Legality::Occupied);
        let later = play(&ko, "b A1 w B9");
        assert_eq!(legality(&later, Color::White, "D5"), Legality::Legal);
    }

    #[test]
    fn a_move_without_liberties_is_suicide_unless_it_captures() {
        let corner = play(&Position::empty(5), "b A2 b B1");
        assert_eq!(legality(&corner, Color::White, "A1"), Legality::Suicide);
        assert_eq!(legality(&corner, Color::Black, "A1"), Legality::Legal);
        assert_eq!(legality(&corner, Color::Black, "F1"), Legality::OffBoard);
        let taken = play(&corner, "w A3 w B2 w C1 w A1");
        assert_eq!(taken.all_stones().count(), 4);
    }

    #[test]
    fn handicap_points_match_the_specification() {
        let names = |size, number| {
            let points = fixed_handicap_points(size, number);
            points.map(|it| {
                it.iter()
                    .map(Point::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
        };
        assert_eq!(names(19, 2).unwrap(), "D4 Q16");
        assert_eq!(names(9, 6).unwrap(), "C3 G7 C7 G3 C5 G5");
        assert_eq!(names(13, 9).unwrap(), "D4 K10 D10 K4 D7 K7 G10 G4 G7");
        assert_eq!(names(19, 5).unwrap(), "D4 Q16 D16 Q4 K10");
        for (size, number) in [(6, 2), (7, 5), (8, 5), (19, 10), (19, 1)] {
            assert_eq!(names(size, number), None);
        }
    }
}
