//! Tests of the limits of a search, and of its result.

use super::*;
use crate::games::xiangqi::{Move, Position};

#[test]
fn every_pv_is_legal_and_the_last_pv_begins_with_the_result() {
    let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    let mut talk = TestConversation::new();
    talk.send(&format!("position fen {fen}"));
    talk.send("go depth 4");
    let out = talk.advance_millis(5000);
    let mut last = Vec::new();
    let mut depths = Vec::new();
    for line in out.iter().filter(|it| it.starts_with("info depth")) {
        let (depth, pv) = line.split_once(" pv ").unwrap();
        depths.push(depth.split(' ').nth(2).unwrap());
        let mut position = Position::from_fen(fen).unwrap();
        last = pv.split(' ').collect();
        for step in &last {
            let step: Move = step.parse().unwrap();
            assert_eq!(position.why_illegal(step), None, "{line}");
            position.play_move(step);
        }
    }
    // The search can report a depth twice, because it can find a better variation before the depth
    // is complete.
    assert!(depths.is_sorted(), "{depths:?}");
    depths.dedup();
    assert_eq!(depths, ["1", "2", "3", "4"]);
    let result = format!("bestmove {} ponder {}", last[0], last[1]);
    assert_eq!(out.last(), Some(&result));
}

#[test]
fn the_node_limit_is_kept() {
    for nodes in [0, 1, 50, 5000] {
        let mut talk = TestConversation::new();
        talk.send(&format!("go nodes {nodes}"));
        let out = talk.advance_millis(1000);
        let counts = out.iter().filter_map(|it| it.split_once(" nodes "));
        for (_, count) in counts {
            assert!(count.parse::<u64>().unwrap() <= nodes, "{out:?}");
        }
        assert!(out.last().unwrap().starts_with("bestmove "));
    }
}

#[test]
fn an_infinite_search_ends_only_with_a_mate() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    let out = talk.advance_millis(500);
    assert!(out.iter().all(|it| it.starts_with("info ")), "{out:?}");
    talk.send("stop");
    talk.send("position fen 4k4/1R7/R8/9/9/9/8p/9/9/3K5 w - - 0 1");
    talk.send("go infinite");
    assert_eq!(talk.wait_for_result(), "bestmove a7a9");
}

#[test]
fn with_hardly_any_time_the_engine_still_sends_a_move() {
    for go in [
        "go time 0 increment 0",
        "go time 1 increment 0",
        "go time 100",
        "go time 1000 movestogo 1",
        "go draw time 90 increment 0 opptime 90 oppincrement 0",
    ] {
        let mut talk = TestConversation::new();
        let begin = talk.now;
        let mut out = talk.send(go);
        out.extend(talk.advance_millis(1000));
        let result = out.last().unwrap();
        assert!(result.starts_with("bestmove "), "{go}: {out:?}");
        assert!(talk.now - begin <= Duration::from_millis(1000));
        assert_eq!(out.iter().filter(|it| it.contains("bestmove")).count(), 1);
    }
}

#[test]
fn a_clock_in_seconds_is_kept() {
    let mut talk = TestConversation::new();
    talk.send("setoption usemillisec false");
    talk.send("go time 1 increment 0");
    let out = talk.advance_millis(1000);
    assert!(out.last().unwrap().starts_with("bestmove "));
}

#[test]
fn very_long_numbers_are_clamped() {
    let mut talk = TestConversation::new();
    for mode in ["time", "depth", "nodes"] {
        talk.send(&format!("go {mode} 99999999999999999999999"));
        talk.advance_millis(50);
        assert!(talk.engine.is_searching(), "{mode}");
        assert!(talk.send("stop")[0].starts_with("bestmove "));
    }
}

#[test]
fn every_go_has_one_result() {
    for go in [
        "go",
        "go draw",
        "go ponder",
        "go ponder depth 2",
        "go depth",
        "go depth two",
        "go time",
        "go time -5",
        "go nodes -1",
        "go movetime 100",
        "go wtime 1000 btime 1000 winc 0 binc 0",
        "go depth 2 nodes 100 time 1000",
        "go time 1000 opptime 1000 movestogo 40 increment 0 depth 2",
        "go increment 5",
    ] {
        let mut talk = TestConversation::new();
        let mut out = talk.send(go);
        out.extend(talk.advance_millis(20_000));
        let results: Vec<_> = out.iter().filter(|it| it.contains("bestmove")).collect();
        assert_eq!(results.len(), 1, "{go}: {results:?}");
        assert_eq!(talk.send("stop"), ["nobestmove"]);
    }
}

#[test]
fn only_the_losing_side_accepts_a_draw() {
    // Black is a chariot down and accepts the draw; red is a chariot up and declines it.
    for (side, taken) in [("b", true), ("w", false)] {
        let mut talk = TestConversation::new();
        talk.send(&format!(
            "position fen 2bak4/4a4/4b4/9/9/9/9/9/9/R3K4 {side} - - 0 1"
        ));
        talk.send("go draw depth 2");
        assert_eq!(talk.wait_for_result().ends_with(" draw"), taken, "{side}");
        talk.send("go depth 2");
        assert!(!talk.wait_for_result().ends_with(" draw"), "{side}");
    }
}

#[test]
fn search_options_change_the_search() {
    let mut talk = TestConversation::new();
    talk.send("setoption debug true");
    talk.send("go depth 1");
    assert!(
        talk.advance_millis(100)
            .iter()
            .any(|it| it.starts_with("info currmove"))
    );
    assert_ne!(talk.send("probe startpos"), ["pophash"]);
    talk.send("setoption newgame");
    assert_eq!(talk.send("probe startpos"), ["pophash"]);
    // The engine does not answer unknown and malformed `setoption` lines.
    for line in [
        "setoption evalapi x.dll",
        "setoption name batch value true",
        "setoption",
    ] {
        assert_eq!(talk.send(line), [""; 0], "{line}");
    }
    assert!(!talk.engine.engine.options.batch);
}
