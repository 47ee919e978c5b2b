//! Tests of the handshake, and of commands in every allowed spelling.

use super::*;

#[test]
fn the_handshake_is_complete_and_in_order() {
    let mut talk = TestConversation::new_before_handshake();
    let out = talk.send("uci");
    assert!(out[0].starts_with("id name ponderhit reference"), "{out:?}");
    assert!(out[1].starts_with("id author "), "{out:?}");
    let (last, options) = out[2..].split_last().unwrap();
    assert_eq!(last, "uciok");
    assert!(options.iter().all(|it| it.starts_with("option name ")));
    // The engine answers a second `uci` in the same way.
    assert_eq!(talk.send("uci"), out);
}

#[test]
fn before_the_handshake_only_isready_is_answered() {
    let mut talk = TestConversation::new_before_handshake();
    for line in [
        "",
        "go depth 1",
        "position startpos",
        "stop",
        "ucci",
        "debug on",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.advance_millis(20), [""; 0]);
}

#[test]
fn blanks_tabs_and_line_ends_do_not_matter() {
    let mut talk = TestConversation::new();
    assert_eq!(talk.send("isready\r"), ["readyok"]);
    assert_eq!(talk.send(" \t isready \t "), ["readyok"]);
    talk.send("\tposition  startpos \t moves   e2e4\te7e5 \r");
    assert_eq!(
        talk.engine.engine.chess_board().moves_since_base.len(),
        0,
        "a pawn has moved"
    );
    let fen = talk.engine.engine.chess_board().position.to_fen();
    assert_eq!(
        fen,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
    );
}

#[test]
fn unknown_words_before_a_command_are_skipped_and_unknown_lines_ignored() {
    let mut talk = TestConversation::new();
    talk.send("joho debug on");
    assert!(talk.engine.engine.debug_on);
    talk.send("debug nonsense");
    talk.send("debug");
    assert!(talk.engine.engine.debug_on);
    talk.send("debug off");
    assert!(!talk.engine.engine.debug_on);
    for line in [
        "xyzzy",
        "UCI",
        "Go depth 1",
        "d",
        "\u{e9}\u{e9}",
        "bestmove e2e4",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn debug_mode_explains_and_the_normal_mode_does_not() {
    let mut talk = TestConversation::new();
    assert_eq!(talk.send("position startpos moves e2e4"), [""; 0]);
    talk.send("debug on");
    let out = talk.send("position startpos moves e2e4");
    assert!(out[0].starts_with("info string position "), "{out:?}");
    assert!(talk.send("go depth 1")[0].starts_with("info string "));
    talk.advance_to_result();
}

#[test]
fn commands_that_make_no_sense_when_idle_are_ignored() {
    let mut talk = TestConversation::new();
    for line in [
        "stop",
        "ponderhit",
        "ucinewgame",
        "register later",
        "register",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    let answers = ["registration checking", "registration ok"];
    assert_eq!(talk.send("register name A Person code 12 34"), answers);
    assert_eq!(talk.send("register code 1234"), answers);
}

#[test]
fn each_position_command_replaces_the_position() {
    let mut talk = TestConversation::new();
    let fen = |talk: &TestConversation| talk.engine.engine.chess_board().position.to_fen();
    for line in [
        "position startpos",
        "position startpos moves",
        "position moves",
    ] {
        talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9");
        assert_eq!(talk.send(line), [""; 0], "{line}");
        assert_eq!(fen(&talk), START_FEN, "{line}");
    }
    talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1");
    assert_eq!(fen(&talk), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    talk.send("position moves d2d4");
    assert!(fen(&talk).starts_with("rnbqkbnr/pppppppp/8/8/3P4/8/"));
}

#[test]
fn an_illegal_move_or_a_broken_fen_changes_nothing_and_is_reported() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves e2e4");
    let before = talk.engine.engine.chess_board().position.clone();
    for line in [
        "position",
        "position fen",
        "position start",
        "position startpos e7e5",
        "position startpos moves e2e4 e7e4",
        "position startpos moves e2e4 0000",
        "position startpos moves e2e4 E7E5",
        "position startpos moves e1g1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
    ] {
        let out = talk.send(line);
        assert!(
            out[0].starts_with("info string position ignored: "),
            "{line}: {out:?}"
        );
        assert_eq!(talk.engine.engine.chess_board().position, before, "{line}");
    }
    assert!(talk.run_go_to_result("go depth 2").starts_with("bestmove "));
}

#[test]
fn a_position_with_2400_moves_is_accepted() {
    let mut talk = TestConversation::new();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(600);
    let out = talk.send(&format!("position startpos moves{moves}"));
    assert_eq!(out, [""; 0]);
    assert_eq!(
        talk.engine.engine.chess_board().moves_since_base.len(),
        2400
    );
    assert!(
        talk.run_go_to_result("go nodes 3000")
            .starts_with("bestmove ")
    );
}

#[test]
fn quit_ends_the_engine_in_every_state_without_output() {
    for lines in [
        &[] as &[&str],
        &["uci"],
        &["uci", "go infinite"],
        &["uci", "go ponder"],
    ] {
        let mut talk = TestConversation::new_before_handshake();
        for line in lines {
            talk.send(line);
        }
        assert_eq!(talk.send("quit"), [""; 0]);
        assert!(talk.engine.has_quit());
        assert_eq!(talk.send("isready"), [""; 0]);
    }
}
