//! Tests of points and of fives, and a comparison of the forbidden moves with those of the slow
//! judge.

use super::{Color, ForbiddenReason, Point, Position, reference_judge::ReferenceBoard};

fn point(text: &str) -> Point {
    Point::parse(text.as_bytes()).unwrap()
}

fn position(stones: &str) -> Position {
    let mut position = Position::new(true);
    for digits in stones.as_bytes().chunks(2) {
        assert!(position.play(Point::parse(digits).unwrap()), "{stones}");
    }
    position
}

/// The samples S-1 to S-10 of the specification.
const SAMPLES: [(&str, &str, Option<ForbiddenReason>); 10] = [
    ("7611771F58E168EF", "78", Some(ForbiddenReason::DoubleThree)),
    (
        "75747638771148E1581F68EF",
        "78",
        Some(ForbiddenReason::DoubleFour),
    ),
    ("7411761F77E17AEF", "78", Some(ForbiddenReason::DoubleFour)),
    (
        "7411751F76E178EF7918",
        "77",
        Some(ForbiddenReason::Overline),
    ),
    ("76757711581F68EF", "78", None),
    ("7574761F77E158EF6811", "78", None),
    ("73117B1F76E177EF581868E8", "78", None),
    ("767A7711581F68E145EF551865E8851C95EC", "78", None),
    ("74737538761177E1481F58EF681888E8981C", "78", None),
    ("11761F77E158EF6817", "78", None),
];

#[test]
fn points_are_written_as_row_and_column() {
    for text in ["01", "EF", "78", "34", "3C", "B4", "BC"] {
        assert_eq!(point(text).to_string(), text);
    }
    assert_eq!(Point::parse(b"ef"), Some(point("EF")));
    assert_eq!(point("78"), Point::CENTRE);
    for text in ["00", "F1", "7", "7G", "789", ""] {
        assert_eq!(Point::parse(text.as_bytes()), None, "{text}");
    }
    assert_eq!(Point::all().count(), Point::COUNT);
}

#[test]
fn the_samples_of_the_specification_are_judged_as_it_says() {
    for (stones, text, reason) in SAMPLES {
        assert_eq!(
            position(stones).forbidden_reason(point(text)),
            reason,
            "{stones}"
        );
        let mut free = position(stones);
        free.set_forbidden_moves(false);
        assert_eq!(free.forbidden_reason(point(text)), None, "{stones}");
    }
}

#[test]
fn only_a_three_that_is_not_truly_open_is_disputed() {
    for (index, (stones, text, _)) in SAMPLES.into_iter().enumerate() {
        assert_eq!(
            position(stones).is_disputed_three_move(point(text)),
            index == 7,
            "{stones}"
        );
    }
}

#[test]
fn six_in_a_row_wins_for_white_and_without_forbidden_moves() {
    // Black has stones on 71, 72, 73, 75 and 76; white has stones on the same columns of row B.
    let mut stones = position("71B172B273B375B576B6");
    assert!(!stones.makes_winning_row(point("74"), Color::Black));
    assert!(stones.makes_winning_row(point("B4"), Color::White));
    stones.set_forbidden_moves(false);
    assert!(stones.makes_winning_row(point("74"), Color::Black));
    assert!(!stones.is_decided());
    stones.play(point("74"));
    assert!(stones.is_decided());
}

/// A position of `count` random stones in a small area, so that there are many rows.
fn random_position(seed: u64, count: usize) -> Position {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = |most: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % most
    };
    let mut position = Position::new(true);
    let (top, left, size) = (next(7), next(7), 6 + next(4));
    let mut tries = 0;
    while position.stone_count() < count && tries < 1000 {
        tries += 1;
        let (row, column) = (top + next(size), left + next(size));
        let Some(point) = Point::from_index((row.min(14) * 15 + column.min(14)) as usize) else {
            continue;
        };
        // Most white stones go to a random point of the whole board, so that few of them stop
        // black's rows.
        let white = position.side_to_move() == Color::White;
        let far = Point::from_index(next(225) as usize);
        position.play(if white && next(4) > 0 {
            far.unwrap_or(point)
        } else {
            point
        });
    }
    if position.side_to_move() == Color::White {
        let free = position.empty_points().last();
        free.map(|it| position.play(it));
    }
    position
}

fn compare_judges(seed: u64) -> usize {
    let position = random_position(seed, 10 + (seed % 24) as usize);
    let mut cells = [['.'; 15]; 15];
    for it in Point::all() {
        cells[it.row() as usize][it.column() as usize] = match position.stone(it) {
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => '.',
        };
    }
    let slow = ReferenceBoard(cells);
    let mut forbidden = 0;
    for it in position.empty_points() {
        // Points far from all black stones are skipped: no move is forbidden on them, and the slow
        // judge takes long.
        let near = Point::all().any(|other| {
            let distance = (other.row() - it.row())
                .abs()
                .max((other.column() - it.column()).abs());
            position.stone(other) == Some(Color::Black) && distance <= 2
        });
        if !near || it.index() % 3 != (seed % 3) as usize {
            continue;
        }
        let cell = (it.row() as usize, it.column() as usize);
        let fast = position.forbidden_reason(it).is_some();
        assert_eq!(fast, slow.is_forbidden(cell, true), "{it} in {position:?}");
        let plain = fast || position.is_disputed_three_move(it);
        assert_eq!(
            plain,
            slow.is_forbidden(cell, false),
            "{it} in {position:?}"
        );
        forbidden += usize::from(fast);
    }
    forbidden
}

#[test]
fn forbidden_moves_agree_with_the_reference_judge() {
    let forbidden: usize = (0..400).map(compare_judges).sum();
    assert!(
        forbidden > 100,
        "only {forbidden} forbidden points were compared"
    );
}

#[test]
#[ignore = "takes long"]
fn forbidden_moves_agree_with_the_reference_judge_in_a_million_positions() {
    let forbidden: usize = (0..1_000_000).map(compare_judges).sum();
    assert!(
        forbidden > 250_000,
        "only {forbidden} forbidden points were compared"
    );
}
