//! A slow and obvious implementation of the rules of Go, for the tests: a map of stones, and flood fills.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A board of the game: the stones, the prisoners of both colors, and the last move.
#[derive(Clone, Debug)]
pub(super) struct ReferenceBoard {
    size: u8,
    stones: BTreeMap<Point, Color>,
    prisoners: BTreeMap<Color, u32>,
    /// The color and the point of the last move, and the stones that the move captured; `None` after a pass.
    last_move: Option<(Color, Point, BTreeSet<Point>)>,
}

impl ReferenceBoard {
    pub(super) fn new(size: u8) -> ReferenceBoard {
        ReferenceBoard {
            size,
            stones: BTreeMap::new(),
            prisoners: BTreeMap::new(),
            last_move: None,
        }
    }

    /// Plays a move in a game; `game` has all boards so far. Returns the new board, and the removed stones in ascending
    /// order.
    pub(super) fn play(
        game: &[ReferenceBoard],
        rules: Rules,
        color: Color,
        vertex: Vertex,
    ) -> Result<(ReferenceBoard, Vec<Point>), IllegalReason> {
        let before = game.last().unwrap();
        let mut after = before.clone();
        after.last_move = None;
        let Vertex::Point(point) = vertex else {
            return Ok((after, Vec::new()));
        };
        if before.stones.contains_key(&point) {
            return Err(IllegalReason::Occupied);
        }
        after.stones.insert(point, color);
        let captured = after.remove_stones_without_liberties(color.opponent());
        let suicides = after.remove_stones_without_liberties(color);
        if !suicides.is_empty() && !rules.allows_suicide {
            return Err(IllegalReason::Suicide);
        }
        if before.forbids_by_ko(color, point, &captured, &after) {
            return Err(IllegalReason::Ko);
        }
        let repeats = game.iter().any(|it| it.stones == after.stones);
        if repeats && rules.ko == KoRule::PositionalSuperko {
            return Err(IllegalReason::Superko);
        }
        *after.prisoners.entry(color).or_default() += captured.len() as u32;
        *after.prisoners.entry(color.opponent()).or_default() += suicides.len() as u32;
        after.last_move = Some((color, point, captured.clone()));
        Ok((after, captured.union(&suicides).copied().collect()))
    }

    /// True if simple ko forbids the move on `point`. Simple ko forbids a move if the opponent's last move captured
    /// exactly one stone, on the point of the move, and if the move captures exactly the stone of that last move and
    /// restores the board before that last move.
    fn forbids_by_ko(
        &self,
        color: Color,
        point: Point,
        captured: &BTreeSet<Point>,
        after: &ReferenceBoard,
    ) -> bool {
        let Some((last_color, last_point, last_captured)) = &self.last_move else {
            return false;
        };
        let mut earlier = self.stones.clone();
        earlier.remove(last_point);
        earlier.extend(last_captured.iter().map(|it| (*it, last_color.opponent())));
        *last_color != color
            && last_captured.iter().eq([&point])
            && captured.iter().eq([last_point])
            && earlier == after.stones
    }

    fn remove_stones_without_liberties(&mut self, color: Color) -> BTreeSet<Point> {
        let own = self.stones.iter().filter(|(_, it)| **it == color);
        let dead: BTreeSet<Point> = own
            .map(|(it, _)| *it)
            .filter(|it| !self.has_liberty(*it))
            .collect();
        self.stones.retain(|it, _| !dead.contains(it));
        dead
    }

    fn has_liberty(&self, start: Point) -> bool {
        let color = self.stones[&start];
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for other in self.points_beside(point) {
                match self.stones.get(&other) {
                    None => return true,
                    Some(it) if *it == color && seen.insert(other) => open.push(other),
                    Some(_) => (),
                }
            }
        }
        false
    }

    fn points_beside(&self, point: Point) -> Vec<Point> {
        let is_beside =
            |it: &Point| it.column.abs_diff(point.column) + it.row.abs_diff(point.row) == 1;
        Point::all(self.size).filter(is_beside).collect()
    }

    pub(super) fn assert_equals(&self, position: &Position) {
        let stones: BTreeMap<Point, Color> = position.board().stones().collect();
        assert_eq!(stones, self.stones);
        for color in [Color::Black, Color::White] {
            let prisoners = self.prisoners.get(&color).copied().unwrap_or_default();
            assert_eq!(position.captures(color), prisoners);
        }
        assert_eq!(position.board().is_empty(), self.stones.is_empty());
        for point in self.stones.keys() {
            let mut liberties: Vec<Point> = Vec::new();
            for stone in position.board().chain(*point) {
                let free = self.points_beside(stone).into_iter();
                liberties.extend(free.filter(|it| !self.stones.contains_key(it)));
            }
            liberties.sort_unstable();
            liberties.dedup();
            assert_eq!(position.board().liberties(*point), liberties);
        }
    }
}
