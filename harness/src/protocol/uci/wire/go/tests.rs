//! Tests the parser of `go`.

use super::*;

fn parse_go_line(line: &str) -> UciGo {
    parse_go(Words::new(line.as_bytes()))
}

#[test]
fn parameters_come_in_any_order() {
    let it = parse_go_line(
        "binc -5 searchmoves e2e4 d2d4 depth 7 wtime 60000 btime 0 ponder movestogo 3",
    );
    assert_eq!(it.clock_millis, [Some(60_000), Some(0)]);
    assert_eq!(it.increment_millis, [None, Some(-5)]);
    assert_eq!((it.depth, it.movestogo), (Some(7), Some(3)));
    assert_eq!(it.searchmoves.len(), 2);
    assert!(it.is_ponder && !it.is_infinite && it.are_searchmoves_ambiguous && it.flaw.is_none());
    assert!(!parse_go_line("depth 3 searchmoves e2e4").are_searchmoves_ambiguous);
}

#[test]
fn malformed_parameters_yield_error_spans() {
    for (line, flaw) in [
        ("depth", 0..5),
        ("depth x", 6..7),
        ("fast depth 1", 0..4),
        ("depth 1 depth 2", 14..15),
        ("wtime 1.5", 6..9),
        ("searchmoves e2e4 please", 17..23),
    ] {
        assert_eq!(parse_go_line(line).flaw, Some(flaw), "{line}");
    }
    for line in ["", "searchmoves", "searchmoves 0000", "infinite ponder"] {
        assert_eq!(parse_go_line(line).flaw, None, "{line}");
    }
}

#[test]
fn the_clock_of_the_side_to_move_is_the_limit() {
    let it = parse_go_line("wtime 5000 btime -3");
    let clock = |first| it.limits(Duration::ZERO, first).clock;
    assert_eq!(clock(Some(true)), Some(Duration::from_secs(5)));
    assert_eq!(clock(Some(false)), Some(Duration::ZERO));
    assert_eq!(clock(None), Some(Duration::from_secs(5)));
    assert_eq!(
        parse_go_line("wtime 5").limits(Duration::ZERO, None).clock,
        None
    );
    assert!(
        !parse_go_line("depth 0")
            .limits(Duration::ZERO, None)
            .is_search_limited()
    );
}
