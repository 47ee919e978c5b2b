//! Tests of the rules of xiangqi, piece by piece.

use super::*;

/// The target points of the legal moves from `from`, sorted by point.
fn legal_targets(fen: &str, from: &str) -> String {
    let position = Position::from_fen(fen).unwrap();
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    let moves = moves.iter().map(Move::to_string);
    let to: Vec<String> = moves
        .filter_map(|it| it.strip_prefix(from).map(str::to_owned))
        .collect();
    to.join(" ")
}

fn legal_move_names(fen: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap();
    let mut moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn the_king_steps_along_lines_within_the_palace() {
    assert_eq!(legal_targets("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"), "e0 f1 e2");
    assert_eq!(legal_targets("4k4/9/9/9/9/9/9/3K5/9/9 w", "d2"), "d1");
}

#[test]
fn the_advisor_steps_along_diagonals_within_the_palace() {
    let fen = "3k5/9/9/9/9/9/9/9/4A4/4K4 w";
    assert_eq!(legal_targets(fen, "e1"), "d0 f0 d2 f2");
    assert_eq!(legal_targets("3k5/9/9/9/9/9/9/9/9/3AK4 w", "d0"), "e1");
}

#[test]
fn the_elephant_stays_in_its_half_and_can_be_blocked() {
    assert_eq!(legal_targets("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), "a2 e2");
    assert_eq!(
        legal_targets("3k5/9/9/9/9/9/9/4B4/3n5/4K4 w", "e2"),
        "g0 c4 g4"
    );
}

#[test]
fn the_horse_is_blocked_at_its_legs() {
    let free = "3k5/9/9/9/9/4N4/9/9/9/4K4 w";
    assert_eq!(legal_targets(free, "e4"), "d2 f2 c3 g3 c5 g5 d6 f6");
    let blocked = "3k5/9/9/9/4p4/3nN4/9/9/9/4K4 w";
    assert_eq!(legal_targets(blocked, "e4"), "d2 f2 g3 g5");
}

#[test]
fn the_chariot_moves_along_lines_and_captures_the_first_piece() {
    let fen = "3k5/9/9/4p4/9/2p1R1P2/9/9/9/4K4 w";
    assert_eq!(legal_targets(fen, "e4"), "e1 e2 e3 c4 d4 f4 e5 e6");
}

#[test]
fn the_cannon_takes_over_exactly_one_piece() {
    let fen = "3k5/4r4/4n4/4p4/9/2p1C1P1r/9/9/9/4K4 w";
    assert_eq!(legal_targets(fen, "e4"), "e1 e2 e3 d4 f4 i4 e5 e7");
    assert_eq!(legal_targets("3k5/9/9/9/9/4C4/9/9/4p4/4K4 w", "e4"), "");
}

#[test]
fn the_pawn_goes_sideways_beyond_the_river_and_never_back() {
    assert_eq!(legal_targets("3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4"), "e5");
    assert_eq!(
        legal_targets("3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5"),
        "d5 f5 e6"
    );
    assert_eq!(legal_targets("4P4/3k5/9/9/9/9/9/9/9/4K4 w", "e9"), "d9 f9");
    assert_eq!(
        legal_targets("3k5/9/9/9/9/4p4/9/9/9/4K4 b", "e4"),
        "e3 d4 f4"
    );
}

#[test]
fn a_pinned_piece_stays_on_its_line() {
    let by_chariot = "3k5/9/9/4r4/9/9/4R4/9/9/4K4 w";
    assert_eq!(legal_targets(by_chariot, "e3"), "e1 e2 e4 e5 e6");
    let by_cannon = "3k5/9/9/4c4/9/4p4/4N4/9/9/4K4 w";
    assert_eq!(legal_targets(by_cannon, "e3"), "");
    let leg_of_a_horse = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
    assert_eq!(legal_targets(leg_of_a_horse, "d1"), "d2");
    let between_the_kings = "4k4/9/9/9/9/4N4/9/9/9/4K4 w";
    assert_eq!(legal_targets(between_the_kings, "e4"), "");
}

#[test]
fn every_legal_move_ends_the_check() {
    // A chariot's check ends if the king leaves the attacked line, or if a piece moves between the
    // chariot and the king.
    assert_eq!(
        legal_move_names("3k5/9/9/9/4r4/9/R8/9/9/4K4 w"),
        ["a3e3", "e0f0"]
    );
    // A cannon's check also ends if the cannon's screen moves away.
    let fen = "3k5/9/9/4c4/9/4N4/9/9/9/4K4 w";
    let position = Position::from_fen(fen).unwrap();
    assert!(position.in_check());
    assert!(legal_move_names(fen).contains(&"e4d6".to_owned()));
}

#[test]
fn only_a_king_move_ends_a_double_check() {
    // A chariot and a horse give check, so only a king move ends both checks.
    let fen = "3k5/9/9/9/4r4/9/R8/3n5/9/4K3R w";
    let position = Position::from_fen(fen).unwrap();
    assert!(position.in_check());
    assert!(
        legal_move_names(fen).iter().all(|it| it.starts_with("e0")),
        "{:?}",
        legal_move_names(fen)
    );
}

#[test]
fn mate_and_stalemate_have_no_legal_move() {
    let mated = Position::from_fen("3k5/4R4/9/9/9/9/9/9/9/3RK4 b").unwrap();
    assert!(mated.in_check() && mated.has_no_legal_move());
    let stalemated = Position::from_fen("3k5/4R4/9/9/9/9/9/9/9/4K4 b").unwrap();
    assert!(!stalemated.in_check() && stalemated.has_no_legal_move());
    assert!(!Position::start().has_no_legal_move());
}

#[test]
fn moves_update_the_fen_counters() {
    let mut position = Position::start();
    for it in ["h2e2", "h9g7", "e2e6"] {
        position.play_move(it.parse().unwrap());
    }
    assert!(position.to_fen().ends_with(" b - - 0 2"), "{position:?}");
}

#[test]
fn moves_are_parsed_as_they_are_formatted() {
    assert_eq!(
        Move::from_bytes(b"a0i9").map(|it| it.to_string()),
        Some("a0i9".to_owned())
    );
    for wrong in [
        "", "h2e", "h2e22", "H2E2", "j0a0", "h2-e2", "a:a0", "\u{ff}a0",
    ] {
        assert_eq!(Move::from_bytes(wrong.as_bytes()), None, "{wrong}");
    }
}

/// Plays random games and compares functions whose results must agree.
#[test]
fn positions_stay_consistent_in_random_games() {
    let mut random = 1u64;
    for _ in 0..6 {
        let mut position = Position::start();
        for ply in 0..120 {
            let mut legal = position.legal_moves();
            let again = Position::from_fen(&position.to_fen()).unwrap();
            assert_eq!(again, position);
            assert_eq!(
                again.hash_key(),
                position.hash_key(),
                "{}",
                position.to_fen()
            );
            assert_eq!(position.has_no_legal_move(), legal.is_empty());
            if ply % 20 == 0 {
                test_every_move(&position, &legal);
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            legal.sort_unstable();
            let Some(it) = legal.get((random >> 33) as usize % legal.len().max(1)) else {
                break;
            };
            position.play_move(*it);
        }
    }
}

fn test_every_move(position: &Position, legal: &[Move]) {
    for from in Square::all() {
        for to in Square::all() {
            let it = Move { from, to };
            assert_eq!(position.is_legal(it), legal.contains(&it), "{it}");
            assert_eq!(
                position.why_illegal(it).is_none(),
                position.is_legal(it),
                "{it}"
            );
            // `play_move` must not panic, even if the move is illegal.
            let mut after = position.clone();
            after.play_move(it);
            after.legal_moves();
        }
    }
}
