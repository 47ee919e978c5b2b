//! Tests the reasons why chess moves are illegal.

use super::*;

#[test]
fn each_illegal_move_has_the_expected_reason() {
    for (fen, step, expected) in [
        ("start", "i1a1", "the board has no square i1"),
        ("start", "e4e5", "there is no piece on e4"),
        ("start", "e7e5", "the piece on e7 is not white's"),
        ("start", "e1e2", "a white piece is already on e2"),
        ("start", "e2e5", "a pawn cannot move in this way"),
        ("start", "e2d3", "there is no piece to capture on d3"),
        ("start", "e2e4q", "a pawn is promoted on the last rank only"),
        ("start", "g1f3q", "only a pawn promotes"),
        ("start", "a1a3", "the way to a3 is not free"),
        ("start", "b1b3", "a knight cannot move in this way"),
        ("start", "e1g1", "the piece on f1 is in the way of castling"),
        (
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a7a8",
            "a pawn on the last rank must be promoted",
        ),
        (
            "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "e2d2",
            "the move exposes the king on e1 to check",
        ),
        (
            "4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "a1a2",
            "the move leaves the king on e1 in check",
        ),
        (
            "4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "a king in check may not castle",
        ),
        (
            "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "castling moves the king across or onto an attacked square",
        ),
        ("3r3k/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "d1 is attacked"),
        (
            "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
            "e1c1",
            "the king has no right to castle to this side",
        ),
        (
            "7k/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1a1",
            "castling is written e1c1 unless `UCI_Chess960` is true",
        ),
    ] {
        let position = match fen {
            "start" => Some(ChessPosition::start_position(ChessVariant::Chess)),
            _ => ChessPosition::parse_position(fen, ChessVariant::Chess),
        };
        let step = UciMove::parse(step.as_bytes()).unwrap();
        let why = position.unwrap().why_illegal(step).unwrap();
        assert_eq!(why.to_string(), expected, "{step} in {fen}");
    }
}
