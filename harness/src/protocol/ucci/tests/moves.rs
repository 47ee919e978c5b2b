//! Tests that the harness and the engine use the same syntax of moves.

use ponderhit_engine::games::xiangqi::Move;

use crate::{
    protocol::{Protocol as _, ucci::Ucci},
    transcript::is_move,
};

#[test]
fn harness_and_engine_accept_the_same_move_syntax() {
    for file in b'a' - 1..=b'j' {
        for rank in b'0' - 1..=b'9' + 1 {
            for word in [[file, rank, b'e', b'2'], [b'e', b'2', file, rank]] {
                let expected = Move::from_bytes(&word).is_some();
                assert_eq!(is_move(&word, Ucci.move_syntax()), expected, "{word:?}");
            }
        }
    }
    for other in [&b""[..], b"h2e", b"h2e2x", b"H2E2", b"h2e2\n", b"h2 e2"] {
        assert!(!is_move(other, Ucci.move_syntax()), "{other:?}");
    }
}
