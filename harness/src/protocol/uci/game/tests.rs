//! Tests positions of undecided games and of xiangqi.

use super::*;

fn parse_move(text: &str) -> UciMove {
    UciMove::parse(text.as_bytes()).unwrap()
}

fn variant_after(variant: GameVariant, moves: &[&str]) -> GameVariant {
    let mut position = UciPosition::start_position(variant).unwrap();
    for step in moves {
        assert!(position.is_legal(parse_move(step)), "{step}");
        position.play(parse_move(step));
    }
    position.variant()
}

const ANY_XIANGQI: GameVariant = GameVariant::Xiangqi {
    first_rank_number: None,
};

#[test]
fn moves_reveal_the_game_variant_and_the_number_of_the_first_rank() {
    let chess = GameVariant::Chess(ChessVariant::Chess);
    let ranks_from = |it| GameVariant::Xiangqi {
        first_rank_number: Some(it),
    };
    for (moves, expected) in [
        (&[][..], GameVariant::Undecided),
        (&["e2e4"], chess),
        (&["h2e2"], ranks_from(0)),
        (&["h3e3"], ranks_from(1)),
        (&["h2e2", "h9g7"], ranks_from(0)),
        (&["h3e3", "h10g8"], ranks_from(1)),
        // `b1c3` is legal in both games: a knight's move in chess, and a horse's move in xiangqi if the first rank is
        // 1.
        (&["b1c3"], GameVariant::Undecided),
        (&["b1c3", "b8c6"], chess),
        (&["b1c3", "b10c8"], ranks_from(1)),
    ] {
        assert_eq!(variant_after(GameVariant::Undecided, moves), expected);
    }
    assert_eq!(variant_after(ANY_XIANGQI, &["a1a2"]), ranks_from(1));
    assert_eq!(variant_after(ANY_XIANGQI, &["h2h5"]), ranks_from(0));
}

#[test]
fn a_move_is_illegal_only_if_every_interpretation_forbids_it() {
    let position = UciPosition::start_position(GameVariant::Undecided).unwrap();
    for step in ["e2e4", "h2e2", "h3e3", "a1a2", "a0a1"] {
        assert_eq!(position.why_illegal(parse_move(step)), None, "{step}");
    }
    for (step, why) in [
        ("e2e5", "a pawn cannot move in this way"),
        ("i0i9", "the way to i9 is not free"),
        ("a10a1", "the piece on a10 is not red's"),
    ] {
        let reason = position.why_illegal(parse_move(step)).unwrap();
        assert_eq!(reason.to_string(), why, "{step}");
    }
    let legal = position.legal_moves();
    for step in &legal {
        assert!(position.is_legal(*step), "{step}");
        assert_eq!(legal.iter().filter(|it| *it == step).count(), 1, "{step}");
    }
}

#[test]
fn xiangqi_moves_are_legal_in_both_rank_numberings() {
    for first in FIRST_RANK_NUMBERS {
        let variant = GameVariant::Xiangqi {
            first_rank_number: Some(first),
        };
        let position = UciPosition::start_position(variant).unwrap();
        let legal = position.legal_moves();
        assert_eq!(legal.len(), 44);
        for step in position.legal_and_illegal_moves() {
            assert_eq!(position.is_legal(step), legal.contains(&step), "{step}");
            let why = position.why_illegal(step);
            assert_eq!(why.is_none(), legal.contains(&step), "{step}: {why:?}");
        }
    }
}

#[test]
fn diagrams_and_reasons_of_illegal_moves_use_the_rank_numbers_of_the_moves() {
    let one = GameVariant::Xiangqi {
        first_rank_number: Some(1),
    };
    let position = UciPosition::start_position(one).unwrap();
    let why = position.why_illegal(parse_move("e5e6")).unwrap();
    assert_eq!(why.to_string(), "there is no piece on e5");
    let labels: Vec<String> = position
        .draw_rows(&[])
        .into_iter()
        .map(|it| it.label)
        .collect();
    assert_eq!(labels.first().map(String::as_str), Some("10"));
    let promotion = position.why_illegal(parse_move("e4e5q")).unwrap();
    assert!(promotion.to_string().contains("no promotion"));
    let outside = position.why_illegal(parse_move("a0a1")).unwrap();
    assert_eq!(outside.to_string(), "the board has no point a0");
}

#[test]
fn a_side_without_moves_has_lost_in_xiangqi_only() {
    let stalemates = [
        ("3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
    ];
    for (fen, lost) in stalemates {
        let position = UciPosition::parse_position(fen, GameVariant::Undecided).unwrap();
        assert_eq!(position.legal_moves(), []);
        assert_eq!(position.is_mate(), lost, "{fen}");
    }
}
