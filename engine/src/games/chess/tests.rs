//! Tests of chess positions, moves and exchanges. The file `tests/perft.rs` counts moves in known
//! positions.

use super::*;
use crate::game::{Game as _, GenType, MoveList};

fn parse_position(fen: &str) -> Position {
    Position::from_fen(fen, Variant::Standard).unwrap_or_else(|it| panic!("{fen}: {it}"))
}

fn position_after(fen: &str, moves: &[&str]) -> Position {
    let mut position = parse_position(fen);
    for text in moves {
        let step = position.parse_move(text, Variant::Standard);
        position.play_move(step.unwrap_or_else(|| panic!("{text} in {fen}")));
    }
    position
}

#[test]
fn a_fen_is_read_and_written_unchanged() {
    let fens = [
        START_FEN,
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ];
    for fen in fens {
        assert_eq!(parse_position(fen).to_fen(), fen);
    }
    let other = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1";
    let read = Position::from_fen(other, Variant::Chess960).unwrap();
    assert_eq!(read.to_fen(), other);
}

#[test]
fn counters_may_be_missing_or_large() {
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    assert_eq!(parse_position(board).to_fen(), format!("{board} 0 1"));
    let large = format!("{board} 150 99999");
    assert_eq!(
        parse_position(&large).to_fen(),
        format!("{board} 100 65535")
    );
}

#[test]
fn the_outermost_rook_castles_unless_a_letter_names_another() {
    let read = |castling: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/RR2K1RR w {castling} - 0 1");
        let position = Position::from_fen(&fen, Variant::Chess960);
        position.map(|it| format!("{:#}", it.board))
    };
    let of = |castling| Ok(format!("4k3/8/8/8/8/8/8/RR2K1RR w {castling} - 0 1"));
    assert_eq!(read("KQ"), of("HA"));
    assert_eq!(read("GB"), of("GB"));
    assert_eq!(read("GQ"), of("GA"));
    assert_eq!(read("GH"), Err(FenError::WrongCastlingRights));
    assert_eq!(read("c"), Err(FenError::WrongCastlingRights));
}

#[test]
fn a_third_rook_beside_eight_pawns_is_accepted() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBRKBNR w Kkq - 0 1";
    assert_eq!(parse_position(fen).to_fen(), fen);
}

#[test]
fn impossible_fens_are_rejected() {
    let cases = [
        ("", FenError::WrongFields),
        ("8/8/8/8/8/8/8/8", FenError::WrongFields),
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenError::WrongBoard),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", FenError::WrongBoard),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", FenError::WrongBoard),
        ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", FenError::WrongBoard),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", FenError::WrongBoard),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", FenError::WrongBoard),
        ("4k2R/8/8/8/8/8/8/4K3 w - - 0 1", FenError::WrongBoard),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenError::WrongBoard),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", FenError::WrongBoard),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            FenError::WrongCastlingRights,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkqK - 0 1",
            FenError::WrongCastlingRights,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w \u{e9}\u{e9} - 0 1",
            FenError::WrongCastlingRights,
        ),
        (
            "1k6/8/8/8/8/8/8/1K5R w K - 0 1",
            FenError::WrongCastlingRights,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            FenError::WrongEnPassantSquare,
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", FenError::WrongCounters),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", FenError::WrongCounters),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", FenError::WrongFields),
    ];
    for (fen, error) in cases {
        assert_eq!(
            Position::from_fen(fen, Variant::Standard),
            Err(error),
            "{fen}"
        );
    }
}

#[test]
fn castling_is_written_as_the_variant_demands() {
    let position = parse_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, other) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let step = position.parse_move(standard, Variant::Standard).unwrap();
        assert_eq!(position.parse_move(other, Variant::Chess960), Some(step));
        assert_eq!(position.parse_move(other, Variant::Standard), None);
        assert_eq!(position.parse_move(standard, Variant::Chess960), None);
        assert_eq!(position.format_move(step, Variant::Standard), standard);
        assert_eq!(position.format_move(step, Variant::Chess960), other);
    }
}

#[test]
fn a_move_of_another_piece_from_e1_to_g1_is_no_castling() {
    let position = parse_position("3k4/8/8/8/8/8/8/K3R3 w - - 0 1");
    let step = position.parse_move("e1g1", Variant::Standard).unwrap();
    assert_eq!(position.format_move(step, Variant::Standard), "e1g1");
}

#[test]
fn a_move_with_a_wrong_promotion_is_rejected() {
    let position = parse_position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in [
        "a7a8",
        "a7a8k",
        "a7a8Q",
        "e1e2q",
        "0000",
        "e1",
        "a7a8qq",
        "\u{e9}1e2",
    ] {
        assert_eq!(position.parse_move(text, Variant::Standard), None, "{text}");
    }
    for text in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "e1e2"] {
        let step = position.parse_move(text, Variant::Standard).unwrap();
        assert_eq!(position.format_move(step, Variant::Standard), text);
    }
}

#[test]
fn packed_moves_are_unpacked_unchanged() {
    for fen in [START_FEN, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"] {
        for step in parse_position(fen).legal_moves() {
            assert_eq!(Position::unpack_move(Position::pack_move(step)), Some(step));
        }
    }
    assert_eq!(Position::unpack_move(0), None);
    assert_eq!(Position::unpack_move(u16::MAX), None);
}

#[test]
fn captures_and_quiet_moves_together_are_all_legal_moves() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ];
    for fen in fens {
        let position = parse_position(fen);
        let mut parts = MoveList::new();
        position.generate_moves(GenType::Captures, &mut parts);
        assert!(parts.iter().all(|it| position.captured_value(*it) > 0));
        position.generate_moves(GenType::Quiet, &mut parts);
        parts.sort_unstable();
        let mut all = position.legal_moves();
        all.sort_unstable();
        assert_eq!(parts, all, "{fen}");
    }
}

#[test]
fn equal_positions_have_equal_keys_although_a_pawn_made_a_double_step() {
    let quiet = position_after(START_FEN, &["e2e4", "g8f6", "g1f3", "f6g8", "f3g1"]);
    let double = position_after(START_FEN, &["e2e4"]);
    assert_eq!(quiet.hash_key(), double.hash_key());
    let with = parse_position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let without = parse_position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(with.hash_key(), without.hash_key());
    // In this position an en passant capture would expose the king to check.
    let pinned = parse_position("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1");
    let same = parse_position("8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1");
    assert_eq!(pinned.hash_key(), same.hash_key());
}

#[test]
fn positions_without_mating_material_are_drawn() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        assert!(parse_position(fen).has_insufficient_material(), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ] {
        assert!(!parse_position(fen).has_insufficient_material(), "{fen}");
    }
}

#[test]
fn exchanges_are_counted_to_their_end() {
    let cases = [
        // The captured pawn is undefended in the first position, and defended by another pawn in
        // the second.
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        // White attacks the pawn with two rooks. White wins the pawn if one rook defends the pawn,
        // but not if two rooks do.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),
        ("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 875),
        // The king cannot capture a defended piece.
        ("8/8/8/3kp3/8/5N2/8/4R1K1 w - - 0 1", "f3e5", 100),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];
    for (fen, text, worth) in cases {
        let position = parse_position(fen);
        let step = position.parse_move(text, Variant::Standard).unwrap();
        assert!(position.see_ge(step, worth), "{fen} {text}");
        assert!(!position.see_ge(step, worth + 1), "{fen} {text}");
    }
}

#[test]
fn the_evaluation_does_not_depend_on_colours_or_sides() {
    let fens = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 9",
        "2b1k3/5p2/8/8/8/8/5PP1/2B1K3 b - - 0 1",
    ];
    for fen in fens {
        let position = parse_position(fen);
        for flipped in [mirror_fen_ranks(fen), mirror_fen_files(fen)] {
            let other = Position::from_fen(&flipped, Variant::Standard).unwrap();
            assert_eq!(
                other.static_evaluation(),
                position.static_evaluation(),
                "{flipped}"
            );
        }
    }
}

/// Mirrors a position from top to bottom, with the colours exchanged.
fn mirror_fen_ranks(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |it: char| match it.is_ascii_uppercase() {
        true => it.to_ascii_lowercase(),
        false => it.to_ascii_uppercase(),
    };
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let board: String = ranks.join("/").chars().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    format!("{board} {side} - - {} {}", fields[4], fields[5])
}

/// Mirrors a position from left to right.
fn mirror_fen_files(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let turn = |it: &str| it.chars().rev().collect::<String>();
    let ranks: Vec<String> = fields[0].split('/').map(turn).collect();
    format!(
        "{} {} - - {} {}",
        ranks.join("/"),
        fields[1],
        fields[4],
        fields[5]
    )
}
