//! Tests the parser of responses.

use super::*;

fn parse_bestmove_line(line: &str) -> BestMove {
    match parse_response(line.as_bytes()) {
        Response::BestMove(it) => it,
        other => panic!("no bestmove: {other:?}"),
    }
}

#[test]
fn a_result_has_a_move_or_a_word_for_no_move() {
    let it = parse_bestmove_line("  bestmove\te7e8q  ponder a7a8n\r");
    assert!(it.best_move.is_some() && it.ponder_move.is_some() && it.grammar_error.is_none());
    for line in ["bestmove (none)", "bestmove 0000", "bestmove NULL"] {
        let it = parse_bestmove_line(line);
        assert!(it.no_move_word.is_some() && it.best_move.is_none() && it.grammar_error.is_none());
    }
    for line in [
        "bestmove",
        "bestmove Nf3",
        "bestmove E2E4",
        "bestmove e2e4 ponder",
        "bestmove e2e4 e7e5",
        "bestmove e2e4 ponder e7e5 draw",
    ] {
        assert!(parse_bestmove_line(line).grammar_error.is_some(), "{line}");
    }
}

#[test]
fn every_response_line_is_parsed() {
    for (line, expected) in [
        ("", Response::Blank),
        ("uciok", Response::GreetingAnswer),
        ("readyok\r", Response::ReadyOk),
        ("Stockfish 15 by the Stockfish developers", Response::Other),
        ("UCIOK", Response::Other),
        (
            "registration  checking",
            Response::Dialect(UciResponse::Check(
                LicenceCheckKind::Registration,
                Some(LicenceCheckResult::Checking),
            )),
        ),
        (
            "copyprotection maybe",
            Response::Dialect(UciResponse::Check(LicenceCheckKind::CopyProtection, None)),
        ),
    ] {
        assert_eq!(parse_response(line.as_bytes()), expected, "{line}");
    }
}
