//! Tests the notation of moves.

use super::*;

#[test]
fn a_move_is_printed_as_it_was_written() {
    for word in ["e2e4", "e7e8q", "a10b9", "h0i10"] {
        let step = UciMove::parse(word.as_bytes()).map(|it| it.to_string());
        assert_eq!(step.as_deref(), Some(word));
    }
    for word in [
        "", "e2", "E2E4", "e2e4Q", "e2e4k", "0000", "j1a1", "e2-e4", "e01e2",
    ] {
        assert_eq!(UciMove::parse(word.as_bytes()), None, "{word}");
    }
}

#[test]
fn other_notations_are_recognized() {
    for word in [
        "E2E4", "e2-e4", "e7e8Q", "e7e8=q", "Nf3", "exd5", "Nbxd7+", "O-O", "0-0-0",
    ] {
        assert!(is_move_in_other_notation(word.as_bytes()), "{word}");
    }
    for word in ["e2e4", "depth", "0000", "(none)", "f3", "wdl", "12", "e4"] {
        assert!(!is_move_in_other_notation(word.as_bytes()), "{word}");
    }
}
