//! Tests the parser of `info` lines.

use super::*;

fn parse_info_line(line: &str) -> Info {
    parse_info(Words::new(line.as_bytes()))
}

#[test]
fn every_specified_item_is_parsed() {
    for line in [
        "depth 12 seldepth 20 multipv 1 score cp -35 upperbound nodes 99 nps 5 hashfull 3 tbhits 0 time 7 pv e2e4 e7e5",
        "currmove e2e4 currmovenumber 1 cpuload 1000 sbhits 18446744073709551616",
        "score mate -3 depth 4",
        "refutation d1h5 g6h5 currline 2 d1h5 0000 g6h5",
        "currline e2e4",
        "wdl 300 400 300 pv e7e8q",
        "string depth x score",
        "string",
        "ebf 1.73 depth 3 pv a7a8n movesleft 30",
        "",
    ] {
        assert_eq!(parse_info_line(line).grammar_error, None, "{line}");
    }
}

#[test]
fn malformed_items_yield_error_spans() {
    for (line, span) in [
        ("depth", 0..5),
        ("depth twelve", 6..12),
        ("depth score cp 1", 6..11),
        ("nodes -4", 6..8),
        ("score 30", 6..8),
        ("score cp", 6..8),
        ("score cp x", 9..10),
        ("score cp 1.5", 9..12),
        ("score cp 3 lowerbound upperbound", 22..32),
        ("pv", 0..2),
        ("pv depth 3", 3..8),
        ("refutation", 0..10),
        ("wdl 1 2", 0..3),
    ] {
        let flaw = parse_info_line(line).grammar_error.map(|it| it.0);
        assert_eq!(flaw, Some(span), "{line}");
    }
    assert!(parse_info_line("pv Nf3 d5").misspelt_move.is_some());
}
