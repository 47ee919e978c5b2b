//! Tests positions of chess.

use super::*;

fn parse_move(text: &str) -> UciMove {
    UciMove::parse(text.as_bytes()).unwrap()
}

const CASTLING_FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn castling_notation_depends_on_the_variant() {
    let usual = ChessPosition::parse_position(CASTLING_FEN, ChessVariant::Chess).unwrap();
    let other = ChessPosition::parse_position(CASTLING_FEN, ChessVariant::Chess960).unwrap();
    for (position, legal, illegal) in [(&usual, "e1g1", "e1h1"), (&other, "e1h1", "e1g1")] {
        assert!(position.is_legal(parse_move(legal)));
        assert!(position.legal_moves().contains(&parse_move(legal)));
        assert!(!position.is_legal(parse_move(illegal)));
        assert!(!position.legal_moves().contains(&parse_move(illegal)));
    }
    let (mut one, mut two) = (usual, other);
    one.play(parse_move("e1c1"));
    two.play(parse_move("e1a1"));
    assert_eq!(one.hash_key(), two.hash_key());
}

#[test]
fn exactly_the_generated_moves_are_legal() {
    for fen in [
        CASTLING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ] {
        let position = ChessPosition::parse_position(fen, ChessVariant::Chess).unwrap();
        let legal = position.legal_moves();
        let promotions = [None, Some('q'), Some('n')];
        for one in position.legal_and_illegal_moves() {
            for promotion in promotions {
                let step = UciMove { promotion, ..one };
                let listed = legal.contains(&step);
                assert_eq!(position.is_legal(step), listed, "{step} in {fen}");
                let why = position.why_illegal(step);
                assert_eq!(why.is_none(), listed, "{step} in {fen}: {why:?}");
            }
        }
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut position = ChessPosition::start_position(ChessVariant::Chess);
    let before = position.clone();
    for text in ["e2e5", "e5e6", "i1i2", "e1g1", "a9a10"] {
        position.play(parse_move(text));
    }
    assert_eq!(position, before);
}
