//! Area scoring: the stones of a color and the empty points that only this color surrounds.

use super::{
    board::Board,
    point::{Color, Point},
};

/// The owner of each point, in the order of [`Point::all`]: the color of the stone, or the only color that surrounds
/// the empty region. An empty region beside both colors has no owner. The stones in `dead` count as removed.
pub fn area_owners(board: &Board, dead: &[Point]) -> Vec<Option<Color>> {
    let size = board.size();
    let place = |it: Point| usize::from(it.row) * usize::from(size) + usize::from(it.column);
    let mut owners: Vec<Option<Color>> = Point::all(size)
        .map(|it| board.stone(it).filter(|_| !dead.contains(&it)))
        .collect();
    let stones = owners.clone();
    let mut seen = vec![false; owners.len()];
    for start in Point::all(size) {
        if stones[place(start)].is_some() || seen[place(start)] {
            continue;
        }
        let mut region = vec![start];
        let mut touched = [false; 2];
        seen[place(start)] = true;
        let mut next = 0;
        while let Some(point) = region.get(next).copied() {
            next += 1;
            for beside in points_beside(point, size) {
                match stones[place(beside)] {
                    Some(color) => touched[color as usize] = true,
                    None if seen[place(beside)] => (),
                    None => {
                        seen[place(beside)] = true;
                        region.push(beside);
                    }
                }
            }
        }
        let owner = match touched {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        for point in region {
            owners[place(point)] = owner;
        }
    }
    owners
}

/// Black's area minus white's area, with the stones in `dead` removed. Komi is not part of the score.
pub fn area_score(board: &Board, dead: &[Point]) -> i32 {
    let value = |it: Option<Color>| match it {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    area_owners(board, dead).into_iter().map(value).sum()
}

/// The neighbours of a point on the board, at most four.
pub(super) fn points_beside(point: Point, size: u8) -> impl Iterator<Item = Point> {
    let Point { column, row } = point;
    let beside = [
        (Some(column), row.checked_sub(1)),
        (column.checked_sub(1), Some(row)),
        (column.checked_add(1), Some(row)),
        (Some(column), row.checked_add(1)),
    ];
    beside.into_iter().filter_map(move |(column, row)| {
        let point = Point::new(column?, row?);
        point.is_on_board(size).then_some(point)
    })
}
