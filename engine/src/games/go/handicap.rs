//! The layouts of handicap stones.

use super::point::{Point, Vertex};

/// The largest number of stones that `fixed_handicap` can place on a board (`GTP G-116`); 0 if the board allows no
/// fixed handicap.
pub fn max_fixed_handicap(size: u8) -> usize {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The stones of `fixed_handicap`; `None` if the number is not allowed on this board.
pub fn fixed_handicap(size: u8, stones: usize) -> Option<Vec<Point>> {
    if !(2..=max_fixed_handicap(size)).contains(&stones) {
        return None;
    }
    let low = if size < 13 { 2 } else { 3 };
    let (high, middle) = (size - 1 - low, size / 2);
    let at = Point::new;
    let corners = [at(low, low), at(high, high), at(low, high), at(high, low)];
    let sides = [at(low, middle), at(high, middle)];
    let ends = [at(middle, high), at(middle, low)];
    let mut points: Vec<Point> = corners.into_iter().take(stones).collect();
    if stones >= 6 {
        points.extend(sides);
    }
    if stones >= 8 {
        points.extend(ends);
    }
    if stones > 4 && stones % 2 == 1 {
        points.push(at(middle, middle));
    }
    Some(points)
}

/// Returns handicap stones on points that the engine chooses, or `None` if `stones` is below 2 or would fill the board.
pub fn free_handicap(size: u8, stones: usize) -> Option<Vec<Point>> {
    if !(2..usize::from(size).pow(2)).contains(&stones) {
        return None;
    }
    let usual = stones.min(max_fixed_handicap(size));
    let mut points = fixed_handicap(size, usual).unwrap_or_default();
    // The points of `fixed_handicap` come first, and the points on the edge last. The remaining points are split like
    // the two colors of a chessboard: all points of one color come before all points of the other color. Within each of
    // these two colors of the chessboard, points near the fourth line come first.
    let edge = |it: &Point| {
        let line = |n: u8| n.min(size - 1 - n);
        line(it.column).min(line(it.row))
    };
    let mut others: Vec<Point> = Point::all(size).filter(|it| !points.contains(it)).collect();
    others.sort_by_key(|it| {
        let is_odd = (it.column + it.row) % 2;
        (edge(it) == 0, is_odd, edge(it).abs_diff(3))
    });
    points.extend(others);
    points.truncate(stones);
    Some(points)
}

/// Converts a list of handicap stones to points; returns `None` if the list is no valid free handicap (`GTP G-115`).
pub fn valid_free_handicap(size: u8, vertices: &[Vertex]) -> Option<Vec<Point>> {
    let points: Option<Vec<Point>> = vertices.iter().map(|it| it.point()).collect();
    let points = points?;
    let mut sorted = points.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let is_valid = points.iter().all(|it| it.is_on_board(size))
        && sorted.len() == points.len()
        && (2..usize::from(size).pow(2)).contains(&points.len());
    is_valid.then_some(points)
}
