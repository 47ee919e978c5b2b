//! Tests xiangqi over UCI: the option, the notation, and the change from chess to xiangqi.

use super::*;

/// Sends `lines` to an engine, waits until it no longer searches, and returns everything that it has answered.
fn answers_until_search_end(lines: &[&str]) -> Vec<String> {
    let mut engine = SteppedEngine::<Engine>::new();
    let mut out = Vec::new();
    let mut now = Duration::ZERO;
    for line in ["uci", "isready"].iter().chain(lines) {
        engine.handle_line(now, line.as_bytes(), &mut out);
        while engine.is_searching() {
            now += Duration::from_millis(1);
            engine.run_step(now, &mut out);
        }
    }
    out
}

fn best_moves(lines: &[&str]) -> Vec<String> {
    let answers = answers_until_search_end(lines);
    let moves = answers
        .iter()
        .filter_map(|it| it.strip_prefix("bestmove ")?.split(' ').next());
    moves.map(str::to_owned).collect()
}

const SELECT_XIANGQI: &str = "setoption name UCI_Variant value xiangqi";

#[test]
fn the_option_selects_the_game_of_the_next_position() {
    let moves = best_moves(&[
        "position startpos",
        "go depth 1",
        SELECT_XIANGQI,
        "position startpos moves h2e2",
        "go depth 2",
        "setoption name UCI_Variant value Chess",
        "go depth 1",
    ]);
    let [first, second, third] = &moves[..] else {
        panic!("{moves:?}");
    };
    let mut position = crate::games::xiangqi::Position::start();
    position.play_move("h2e2".parse().unwrap());
    assert!(position.is_legal(second.parse().unwrap()), "{second}");
    for chess in [first, third] {
        let read = Position::start().parse_move(chess, Variant::Standard);
        assert!(read.is_some(), "{chess}");
    }
}

#[test]
fn a_side_without_moves_has_lost() {
    let lines = answers_until_search_end(&[
        SELECT_XIANGQI,
        "position fen 3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
        "go depth 3",
    ]);
    let end = &lines[lines.len() - 2..];
    assert_eq!(end, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn searchmoves_and_fens_of_xiangqi_are_understood() {
    let fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1";
    let moves = best_moves(&[
        SELECT_XIANGQI,
        &format!("position fen {fen}"),
        "go depth 2 searchmoves a0a1",
    ]);
    assert_eq!(moves, ["a0a1"]);
}

#[test]
fn a_running_search_keeps_its_game() {
    let mut engine = SteppedEngine::<Engine>::new();
    let mut out = Vec::new();
    let lines = ["uci", "position startpos", "go infinite", SELECT_XIANGQI];
    let more = ["position startpos moves h2e2", "stop", "isready"];
    for line in lines.iter().chain(&more) {
        engine.handle_line(Duration::ZERO, line.as_bytes(), &mut out);
        engine.run_step(Duration::ZERO, &mut out);
    }
    assert!(
        out.iter().any(|it| it.contains("position ignored")),
        "{out:?}"
    );
    let best = out.iter().find_map(|it| it.strip_prefix("bestmove "));
    let best = best.and_then(|it| it.split(' ').next()).unwrap();
    assert!(
        Position::start()
            .parse_move(best, Variant::Standard)
            .is_some()
    );
}
