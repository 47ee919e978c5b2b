//! The search for a win by continuous fours: each move threatens a five, so the opponent has only one reply.

use super::{Color, Point, Position, point::DIRECTIONS};

/// The largest number of successive fours that the search tries.
const MAX_SUCCESSIVE_FOURS: usize = 20;

/// Finds a win of the side to move by a five or by continuous fours, in at most `max_nodes` nodes. Returns the moves of
/// both sides, up to the five.
pub fn find_continuous_fours(position: &Position, max_nodes: usize) -> Option<Vec<Point>> {
    let mut nodes = max_nodes;
    let mut moves = Vec::new();
    (!position.is_decided()
        && find_win_by_fours(position, MAX_SUCCESSIVE_FOURS, &mut nodes, &mut moves))
    .then_some(moves)
}

fn find_win_by_fours(
    position: &Position,
    fours: usize,
    nodes: &mut usize,
    moves: &mut Vec<Point>,
) -> bool {
    let (own, other) = (position.side_to_move(), position.side_to_move().opponent());
    let near = empty_points_near_stones(position);
    if let Some(five) = near.iter().find(|it| position.makes_winning_row(**it, own)) {
        moves.push(*five);
        return true;
    }
    // If the opponent threatens a five, only a move on the point of this five can help.
    let threatened: Vec<Point> = near
        .iter()
        .copied()
        .filter(|it| position.makes_winning_row(*it, other))
        .collect();
    if threatened.len() > 1 || fours == 0 {
        return false;
    }
    for four in near
        .iter()
        .copied()
        .filter(|it| threatened.is_empty() || *it == threatened[0])
    {
        let Some(replies) = replies_to_four(position, four, own) else {
            continue;
        };
        *nodes = nodes.saturating_sub(1);
        if *nodes == 0 {
            return false;
        }
        let before = moves.len();
        moves.push(four);
        let mut after = position.clone();
        after.play(four);
        // The opponent cannot stop the five if there are two points that complete it, or if the only reply is
        // forbidden.
        let reply = match replies.as_slice() {
            [only] if after.is_legal(*only) => *only,
            [first, ..] => {
                let stops = replies.iter().find(|it| after.is_legal(**it));
                if after
                    .empty_points()
                    .any(|it| after.makes_winning_row(it, other))
                {
                    moves.truncate(before);
                    continue;
                }
                let five = replies
                    .iter()
                    .find(|it| Some(*it) != stops)
                    .unwrap_or(first);
                moves.extend(stops.copied());
                if stops.is_some() {
                    moves.push(*five);
                }
                return true;
            }
            [] => continue,
        };
        moves.push(reply);
        if after.play(reply)
            && !after.is_decided()
            && find_win_by_fours(&after, fours - 1, nodes, moves)
        {
            return true;
        }
        moves.truncate(before);
    }
    false
}

/// The points on which a stone of `color` completes a five after the move `four`. Returns `None` if the move is illegal
/// or makes no four.
fn replies_to_four(position: &Position, four: Point, color: Color) -> Option<Vec<Point>> {
    let is_own = |step, count| {
        let point = four.step(step, count);
        point.is_some_and(|it| position.stone(it) == Some(color))
    };
    // A four has three other stones in its line.
    let has_enough = |step: &(i32, i32)| (-4..=4).filter(|it| is_own(*step, *it)).count() >= 3;
    let lines: Vec<(i32, i32)> = DIRECTIONS.into_iter().filter(has_enough).collect();
    if lines.is_empty() {
        return None;
    }
    let mut after = position.clone();
    after.put(four, color);
    let completing: Vec<Point> = points_of_lines(four, lines)
        .filter(|it| after.stone(*it).is_none() && after.makes_winning_row(*it, color))
        .collect();
    (!completing.is_empty() && position.is_legal(four)).then_some(completing)
}

/// The points of lines through a point, up to four steps away.
fn points_of_lines(point: Point, steps: Vec<(i32, i32)>) -> impl Iterator<Item = Point> {
    steps
        .into_iter()
        .flat_map(move |step| (-4..=4).filter_map(move |count| point.step(step, count)))
}

/// The empty points at most two steps away from a stone, in the order of the board. For an empty board, the function
/// returns only the centre.
pub(super) fn empty_points_near_stones(position: &Position) -> Vec<Point> {
    if position.stone_count() == 0 {
        return vec![Point::CENTRE];
    }
    let mut near = [false; Point::COUNT];
    for stone in Point::all().filter(|it| position.stone(*it).is_some()) {
        for row in -2..=2 {
            for column in -2..=2 {
                if let Some(point) = stone.step((row, column), 1) {
                    near[point.index()] = true;
                }
            }
        }
    }
    let all = Point::all().filter(|it| near[it.index()] && position.stone(*it).is_none());
    all.collect()
}
