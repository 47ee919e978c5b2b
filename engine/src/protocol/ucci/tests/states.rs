//! Tests which commands are executed in which state.

use super::*;

#[test]
fn the_engine_sends_nothing_before_the_first_command() {
    let mut engine = SteppedEngine::<Engine>::new();
    let mut out = Vec::new();
    for line in ["isready", "uci", "position startpos", "go depth 1", "stop"] {
        engine.handle_line(Duration::ZERO, line.as_bytes(), &mut out);
    }
    assert_eq!(out, [""; 0]);
    engine.handle_line(Duration::ZERO, b"ucci", &mut out);
    assert_eq!(out.last().map(String::as_str), Some("ucciok"));
}

#[test]
fn commands_of_another_state_change_nothing_in_a_search() {
    let mut talk = TestConversation::new();
    talk.send("position startpos");
    talk.send("go infinite");
    talk.advance_millis(5);
    for line in [
        "position startpos moves h2e2",
        "banmoves h2e2 b2e2",
        "setoption usemillisec false",
        "go depth 1",
        "ucci",
        "ponderhit",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert!(talk.send("probe startpos")[0].starts_with("pophash"));
    assert!(talk.engine.is_searching());
    assert!(talk.send("stop")[0].starts_with("bestmove "));
    // The engine's board is unchanged, and no move is banned.
    assert_eq!(talk.engine.engine.board.position, Position::start());
    assert_eq!(talk.engine.engine.board.banned_moves, []);
    assert!(talk.engine.engine.options.usemillisec);
}

#[test]
fn a_stop_that_crosses_the_result_is_answered_too() {
    let mut talk = TestConversation::new();
    talk.send("go depth 2");
    assert!(talk.wait_for_result().starts_with("bestmove "));
    assert_eq!(talk.send("stop"), ["nobestmove"]);
    talk.send("go depth 2");
    assert!(talk.wait_for_result().starts_with("bestmove "));
}

#[test]
fn a_queued_end_of_batch_mode_executes_the_queue() {
    let mut talk = TestConversation::new();
    talk.send("setoption batch true");
    talk.send("go depth 2");
    for line in ["setoption batch false", "go infinite", "isready", "stop"] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    let out = talk.advance_millis(10_000);
    let heard: Vec<&str> = out.iter().filter_map(|it| it.split(' ').next()).collect();
    let heard: Vec<&str> = heard.into_iter().filter(|it| *it != "info").collect();
    assert_eq!(heard, ["bestmove", "readyok", "bestmove"]);
}

#[test]
fn a_finished_ponder_search_waits_for_ponderhit() {
    let mut talk = TestConversation::new();
    // The position has a mate in one, so the search ends soon.
    talk.send("position fen 4k4/1R7/R8/9/9/9/8p/9/9/3K5 w - - 0 1");
    talk.send("go ponder time 60000 increment 0");
    let out = talk.advance_millis(2000);
    assert!(out.iter().all(|it| it.starts_with("info ")), "{out:?}");
    assert!(!talk.engine.is_searching());
    assert_eq!(talk.engine.next_wakeup(), None);
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.send("ponderhit draw"), ["bestmove a7a9"]);
}

#[test]
fn after_ponderhit_info_times_still_count_from_go() {
    let mut talk = TestConversation::new();
    talk.send("go ponder time 9000 increment 0");
    talk.advance_millis(1000);
    talk.send("ponderhit");
    let out = talk.advance_millis(400);
    let times = out.iter().filter_map(|it| it.strip_prefix("info time "));
    for time in times {
        let time: u64 = time.split(' ').next().unwrap().parse().unwrap();
        assert!(time > 1000, "{out:?}");
    }
}

#[test]
fn illegal_moves_and_invalid_fens_leave_the_board_unchanged() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves h2e2");
    talk.send("banmoves h9g7");
    let (before, bans) = (
        talk.engine.engine.board.position.clone(),
        talk.engine.engine.board.banned_moves.clone(),
    );
    for line in [
        "position startpos moves h2h8",
        "position startpos moves a0a4",
        "position startpos moves h2e2 x",
        "position fen 9/9 w - - 0 1",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
        assert_eq!(talk.engine.engine.board.position, before, "{line}");
        assert_eq!(talk.engine.engine.board.banned_moves, bans, "{line}");
    }
    // A `position` with the word `moves` and no moves is accepted (`UCCI D7`).
    talk.send("position startpos moves");
    assert_eq!(talk.engine.engine.board.position, Position::start());
}

#[test]
fn a_second_list_of_bans_adds_to_the_first() {
    let fen = "4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1";
    let mut talk = TestConversation::new();
    talk.send(&format!("position fen {fen}"));
    talk.send("banmoves e9e8 e9f9");
    talk.send("banmoves a3b3");
    talk.send("go depth 2");
    assert!(talk.wait_for_result().starts_with("bestmove a3a2"));
    talk.send("banmoves a3a2");
    assert_eq!(talk.send("go depth 2"), ["nobestmove"]);
}
