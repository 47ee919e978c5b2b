//! Tests of valid FENs, and of the errors of invalid FENs.

use super::super::START_FEN;
use super::*;

fn parse_error(fen: &str) -> (usize, String) {
    let error = Position::from_fen(fen).expect_err(fen);
    (error.column, error.message)
}

#[test]
fn a_complete_fen_is_written_as_it_was_read() {
    for fen in [
        START_FEN,
        "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 b - - 17 34",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().to_fen(), fen);
    }
}

#[test]
fn missing_fields_have_defaults() {
    let board = START_FEN.split(' ').next().unwrap();
    for rest in ["w", "r", "w -", "w - -", "w - - 0", " w  -\t- 0 1 "] {
        let fen = format!("{board} {rest}");
        assert_eq!(
            Position::from_fen(&fen).unwrap().to_fen(),
            START_FEN,
            "{rest}"
        );
    }
}

#[test]
fn both_letters_of_elephant_and_horse_are_parsed() {
    let other = START_FEN.replace('b', "e").replace('B', "E");
    let other = other.replace('n', "h").replace('N', "H");
    assert_eq!(Position::from_fen(&other).unwrap(), Position::start());
}

#[test]
fn a_fen_error_has_a_column() {
    for (fen, column, message) in [
        ("", 1, "there is no board"),
        ("9/9 w", 1, "the board has 2 ranks, not 10"),
        (
            "4k4/9/9/9/9/9/9/9/9/4K3 w",
            24,
            "rank 0 has 8 points, not 9",
        ),
        ("4k4/8/9/9/9/9/9/9/9/4K4 w", 6, "rank 8 has 8 points, not 9"),
        (
            "4k4/91/9/9/9/9/9/9/9/4K4 w",
            6,
            "rank 8 has more than 9 points",
        ),
        (
            "4k4/9p/9/9/9/9/9/9/9/4K4 w",
            6,
            "rank 8 has more than 9 points",
        ),
        ("4k4/9/4x4/9/9/9/9/9/9/4K4 w", 8, "`x` is no piece"),
        ("4k4/9/4將4/9/9/9/9/9/9/4K4 w", 8, "`將` is no piece"),
        ("3k5/9/9/9/9/9/9/9/9/4K4", 24, "the side to move is missing"),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 x",
            25,
            "the side is `w` or `b`, not `x`",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w KQ",
            27,
            "this field is always `-`, not `KQ`",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - x",
            31,
            "`x` is no number of moves",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 +1",
            33,
            "`+1` is no number of moves",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x",
            35,
            "unexpected `x` after the FEN",
        ),
    ] {
        assert_eq!(parse_error(fen), (column, message.to_owned()), "{fen}");
    }
}

#[test]
fn an_unreachable_board_is_rejected() {
    for (fen, column, message) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w", 1, "black has no king"),
        ("3k5/9/9/9/9/9/9/9/9/9 w", 1, "red has no king"),
        (
            "3kk4/9/9/9/9/9/9/9/9/4K4 w",
            1,
            "black has 2 pieces of the kind king",
        ),
        (
            "3k5/9/9/9/9/RRR6/9/9/9/4K4 b",
            1,
            "red has 3 pieces of the kind chariot",
        ),
        (
            "k8/9/9/9/9/9/9/9/9/4K4 w",
            1,
            "black's king cannot stand on a9",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/3AKA1A1 w",
            26,
            "red's advisor cannot stand on h0",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/B3K4 w",
            21,
            "red's elephant cannot stand on a0",
        ),
        (
            "3k5/9/9/9/2B6/9/9/9/9/4K4 w",
            12,
            "red's elephant cannot stand on c5",
        ),
        (
            "3k5/9/9/9/9/9/1P7/9/9/4K4 w",
            16,
            "red's pawn cannot stand on b3",
        ),
        (
            "3k5/9/9/9/9/9/9/P8/9/4K4 w",
            17,
            "red's pawn cannot stand on a2",
        ),
    ] {
        assert_eq!(parse_error(fen), (column, message.to_owned()), "{fen}");
    }
}

#[test]
fn a_fen_with_a_capturable_king_is_rejected() {
    let (_, message) = parse_error("4k4/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(message, "it is red's move, and black's king can be taken");
    let (_, message) = parse_error("3k5/9/9/9/9/9/9/9/4r4/4K4 b");
    assert_eq!(message, "it is black's move, and red's king can be taken");
}
