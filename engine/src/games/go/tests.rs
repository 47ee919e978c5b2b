//! Tests of the rules of Go: examples, and a comparison with a slow and obvious implementation.

use proptest::prelude::*;

use super::*;
use reference_board::ReferenceBoard;

mod endings;
mod reference_board;

/// Plays the moves in turn, black first.
fn position_after(size: u8, moves: &str) -> Position {
    let mut position = Position::new(size).unwrap();
    let mut color = Color::Black;
    for word in moves.split_whitespace() {
        let vertex = Vertex::parse(word).unwrap();
        position.play(color, vertex).unwrap();
        color = color.opponent();
    }
    position
}

fn point(text: &str) -> Point {
    Vertex::parse(text).unwrap().point().unwrap()
}

#[test]
fn vertices_are_parsed_and_printed() {
    for text in ["A1", "H8", "J9", "Z25", "T19", "pass"] {
        assert_eq!(Vertex::parse(text).unwrap().to_string(), text);
        let other = Vertex::parse(&text.to_lowercase());
        assert_eq!(other, Vertex::parse(text));
    }
    for text in [
        "", "i5", "a0", "a01", "a26", "aa1", "a", "5", "a+1", "resign", "é1",
    ] {
        assert_eq!(Vertex::parse(text), None, "{text}");
    }
}

#[test]
fn sizes_from_2_to_25_are_supported() {
    for size in [0, 1, 26, 255] {
        assert!(Position::new(size).is_none(), "{size}");
    }
    for size in 2..=25 {
        let board = Board::new(size).unwrap();
        assert_eq!(board.empty_indexes().len(), usize::from(size).pow(2));
    }
}

#[test]
fn a_ko_is_retaken_only_after_another_move() {
    // Black's last move, on C2, captures the white stone on B2.
    let mut position = position_after(5, "B3 C3 B1 C1 A2 D2 E5 B2 C2");
    assert_eq!(position.stone(point("B2")), None);
    let take_back = Vertex::parse("B2").unwrap();
    assert_eq!(
        position.illegal_reason(Color::White, take_back),
        Some(IllegalReason::Ko)
    );
    assert_eq!(position.illegal_reason(Color::Black, take_back), None);
    position
        .play(Color::White, Vertex::parse("E1").unwrap())
        .unwrap();
    position
        .play(Color::Black, Vertex::parse("D5").unwrap())
        .unwrap();
    assert_eq!(
        position.play(Color::White, take_back),
        Ok(vec![point("C2")])
    );
    assert_eq!(position.captures(Color::White), 1);
    position.undo();
    assert_eq!(position.captures(Color::White), 0);
    assert_eq!(position.stone(point("C2")), Some(Color::Black));
}

#[test]
fn suicide_is_legal_only_if_the_rules_allow_it() {
    let mut position = position_after(5, "A2 E5 B1");
    let corner = Vertex::parse("A1").unwrap();
    assert_eq!(
        position.play(Color::White, corner),
        Err(IllegalReason::Suicide)
    );
    position.set_rules(Rules {
        allows_suicide: true,
        ..Rules::default()
    });
    assert_eq!(position.play(Color::White, corner), Ok(vec![point("A1")]));
    assert_eq!(position.captures(Color::Black), 1);
    assert_eq!(position.stone(point("A1")), None);
}

#[test]
fn superko_forbids_every_earlier_position() {
    // After two passes, simple ko no longer forbids white to recapture on B2, but the recapture
    // would repeat an earlier position.
    let mut position = position_after(5, "B3 C3 B1 C1 A2 D2 E5 B2 C2 pass pass");
    let take_back = Vertex::parse("B2").unwrap();
    let strict = Rules {
        ko: KoRule::PositionalSuperko,
        ..Rules::default()
    };
    assert_eq!(position.illegal_reason(Color::White, take_back), None);
    position.set_rules(strict);
    assert_eq!(
        position.play(Color::White, take_back),
        Err(IllegalReason::Superko)
    );
}

#[test]
fn handicap_stones_are_not_taken_back() {
    let mut position = Position::new(9).unwrap();
    let points = fixed_handicap(9, 3).unwrap();
    position.set_handicap(&points);
    assert_eq!(position.undo(), None);
    position
        .play(Color::White, Vertex::parse("E5").unwrap())
        .unwrap();
    assert!(position.undo().is_some());
    assert_eq!(position.board().stones().count(), 3);
    assert!(!position.is_at_start());
}

#[test]
fn fixed_handicap_follows_the_table() {
    let stones = |size, count| {
        let points = fixed_handicap(size, count)?;
        Some(
            points
                .iter()
                .map(Point::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        )
    };
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(stones(9, 4), is("C3 G7 C7 G3"));
    assert_eq!(stones(9, 5), is("C3 G7 C7 G3 E5"));
    assert_eq!(stones(13, 6), is("D4 K10 D10 K4 D7 K7"));
    assert_eq!(stones(13, 7), is("D4 K10 D10 K4 D7 K7 G7"));
    assert_eq!(stones(19, 8), is("D4 Q16 D16 Q4 D10 Q10 K16 K4"));
    assert_eq!(stones(19, 9), is("D4 Q16 D16 Q4 D10 Q10 K16 K4 K10"));
    for (size, count) in [
        (6, 2),
        (7, 5),
        (8, 5),
        (9, 10),
        (9, 1),
        (9, 0),
        (19, 10),
        (18, 5),
    ] {
        assert_eq!(stones(size, count), None, "{size} {count}");
    }
}

#[test]
fn free_handicap_places_any_number_of_stones() {
    for size in 2..=25 {
        let points = usize::from(size).pow(2);
        for count in [2, 3, 5, 10, points - 1]
            .into_iter()
            .filter(|it| *it < points)
        {
            let stones = free_handicap(size, count).unwrap();
            let vertices: Vec<Vertex> = stones.iter().map(|it| Vertex::Point(*it)).collect();
            assert_eq!(
                valid_free_handicap(size, &vertices),
                Some(stones),
                "{size} {count}"
            );
        }
        assert_eq!(free_handicap(size, points), None);
        assert_eq!(free_handicap(size, 1), None);
    }
    let list = |text: &str| {
        let vertices: Vec<Vertex> = text.split(' ').filter_map(Vertex::parse).collect();
        valid_free_handicap(9, &vertices)
    };
    assert_eq!(list("C3 C3"), None);
    assert_eq!(list("C3 pass"), None);
    assert_eq!(list("C3"), None);
    assert_eq!(list("C3 K10"), None);
    assert_eq!(list("A1 C3"), Some(vec![point("A1"), point("C3")]));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The game has random moves of random colors, under random rules, and takes some of its moves
    /// back.
    #[test]
    fn the_board_agrees_with_the_reference_board(
        size in 2_u8..8,
        allows_suicide: bool,
        is_superko: bool,
        moves in prop::collection::vec((any::<bool>(), any::<u16>(), 0_u8..40), 0..150),
    ) {
        let ko = if is_superko { KoRule::PositionalSuperko } else { KoRule::Simple };
        let rules = Rules { allows_suicide, ko };
        let mut fast = Position::new(size).unwrap();
        fast.set_rules(rules);
        let mut slow = vec![ReferenceBoard::new(size)];
        for (is_black, place, kind) in moves {
            let color = if is_black { Color::Black } else { Color::White };
            let place = usize::from(place) % usize::from(size).pow(2);
            let vertex = match kind {
                0 => Vertex::Pass,
                _ => Vertex::Point(Point::all(size).nth(place).unwrap()),
            };
            if kind == 1 {
                let taken_back = fast.undo();
                prop_assert_eq!(taken_back.is_some(), slow.len() > 1);
                slow.truncate((slow.len() - 1).max(1));
            } else {
                let expected = ReferenceBoard::play(&slow, rules, color, vertex);
                let played = fast.play(color, vertex);
                match expected {
                    Ok((after, captured)) => {
                        slow.push(after);
                        let mut played = played.unwrap();
                        played.sort_unstable();
                        prop_assert_eq!(played, captured);
                    }
                    Err(reason) => prop_assert_eq!(played, Err(reason)),
                }
            }
            slow.last().unwrap().assert_equals(&fast);
        }
    }

    /// Boards with the same stones have the same hash, in whatever order the stones were played.
    #[test]
    fn the_hash_depends_only_on_the_stones(seed: u64) {
        let mut random = Random::new(seed);
        let mut points: Vec<Point> = Point::all(9).collect();
        let stones: Vec<(Point, Color)> = (0..12).map(|number| {
            let point = points.swap_remove(random.below(points.len()));
            (point, if number % 3 == 0 { Color::Black } else { Color::White })
        }).collect();
        let hash = |stones: &[(Point, Color)]| {
            let mut board = Board::new(9).unwrap();
            let removed: usize = stones.iter().map(|(it, color)| board.put(*color, *it).len()).sum();
            (removed == 0).then_some(board.hash())
        };
        let reversed: Vec<_> = stones.iter().rev().copied().collect();
        if let (Some(one), Some(other)) = (hash(&stones), hash(&reversed)) {
            prop_assert_eq!(one, other);
        }
        if let Some(all) = hash(&stones) {
            prop_assert_ne!(hash(&stones[1..]), Some(all));
        }
    }
}
