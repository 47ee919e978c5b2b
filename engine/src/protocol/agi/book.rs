//! The opening book, and the decision whether a swap of the colors pays after an opening.

use crate::{
    game::Game as _,
    games::gomoku::{Color, Point, Position},
    search::SearchParams,
};

/// The lines of the book, as points without separators. The two longer lines are named openings of three stones, each
/// followed by one reply.
const BOOK_LINES: [&str; 3] = ["7869", "78695A6A", "78685969"];

/// A swap of the colors pays if black's first stone is at most this far from the centre of the
/// board.
const MAX_SWAP_DISTANCE: i32 = 4;

/// A swap of the colors pays if black's evaluation after the first three stones is at least this
/// value.
const MIN_SWAP_EVALUATION: i32 = 5;

/// The book move of a position, and the expected reply.
pub(super) fn find_move(position: &Position) -> Option<(Point, Point)> {
    let count = position.stone_count();
    BOOK_LINES.iter().find_map(|line| {
        let points: Vec<Point> = line.as_bytes().chunks(2).filter_map(Point::parse).collect();
        let (before, next) = points.split_at_checked(count)?;
        let color = |index: usize| match index % 2 {
            0 => Color::Black,
            _ => Color::White,
        };
        let mut placed = before.iter().enumerate();
        let same = placed.all(|(index, it)| position.stone(*it) == Some(color(index)));
        match next {
            [best, reply, ..] if same => Some((*best, *reply)),
            _ => None,
        }
    })
}

/// Whether black's stones are better, so that white gains by a swap of the colors.
pub(super) fn is_good_for_black(position: &Position) -> bool {
    if position.stone_count() == 1 {
        let mut stones = Point::all().filter(|it| position.stone(*it).is_some());
        let centre = Point::CENTRE;
        return stones.any(|it| {
            let distance = (it.row() - centre.row())
                .abs()
                .max((it.column() - centre.column()).abs());
            distance <= MAX_SWAP_DISTANCE
        });
    }
    let value = position.evaluate(SearchParams::FULL_STRENGTH.eval_params);
    match position.side_to_move() {
        Color::Black => value >= MIN_SWAP_EVALUATION,
        Color::White => -value >= MIN_SWAP_EVALUATION,
    }
}
