//! Tests the parser of FENs.

use super::*;

#[test]
fn fen_counters_are_optional_and_castling_rights_may_be_files() {
    for (fen, read_as) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w H - 3 7",
            "4k3/8/8/8/8/8/8/4K2R w H - 3 7",
        ),
        (
            "4k3/8/8/8/8/8/8/1RK3R1 w KQ - 999 0",
            "4k3/8/8/8/8/8/8/1RK3R1 w GB - 100 1",
        ),
    ] {
        let board = parse_fen(fen).map(|it| format!("{it:#}"));
        assert_eq!(board.as_deref(), Some(read_as), "{fen}");
    }
}

#[test]
fn a_broken_fen_is_no_position() {
    for fen in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w é - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
    ] {
        assert_eq!(parse_fen(fen), None, "{fen}");
    }
}
