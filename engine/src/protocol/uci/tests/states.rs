//! Tests of `stop`, pondering, and commands during a search.

use super::*;

#[test]
fn without_legal_moves_the_result_is_none() {
    let mut talk = TestConversation::new();
    for (place, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        talk.send(&format!("position {place}"));
        for go in [
            "go depth 3",
            "go wtime 1000 btime 1000",
            "go movetime 50",
            "go mate 2",
        ] {
            let out = talk.send(go);
            assert_eq!(
                out,
                [
                    format!("info depth 0 score {score}").as_str(),
                    "bestmove (none)"
                ]
            );
        }
    }
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn stop_right_after_go_is_answered() {
    let mut talk = TestConversation::new();
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 60",
        "go",
    ] {
        assert_eq!(talk.send(go), [""; 0]);
        let out = talk.send("stop");
        let [info, result] = &out[..] else {
            panic!("{out:?}")
        };
        assert!(info.starts_with("info nodes 0 "), "{out:?}");
        assert!(result.starts_with("bestmove "), "{out:?}");
        assert_eq!(talk.advance_millis(20), [""; 0]);
    }
}

#[test]
fn after_ponderhit_the_clock_of_go_applies() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves e2e4 e7e5");
    talk.send("go ponder wtime 9000 btime 9000");
    talk.advance_millis(20);
    assert!(
        talk.send("ponderhit")
            .iter()
            .all(|it| it.starts_with("info "))
    );
    let hit = talk.now;
    talk.advance_to_result();
    let took = talk.now - hit;
    assert!(
        took > Duration::from_millis(50) && took < Duration::from_secs(1),
        "{took:?}"
    );
    // After long pondering, the engine sends its result immediately after `ponderhit`.
    talk.send("go ponder wtime 3000 btime 3000");
    let thoughts = talk.advance_millis(4000);
    assert!(
        thoughts.iter().all(|it| it.starts_with("info ")),
        "{thoughts:?}"
    );
    let out = talk.send("ponderhit");
    assert!(out.last().unwrap().starts_with("bestmove "), "{out:?}");
}

#[test]
fn pondering_ignores_the_limits() {
    let mut talk = TestConversation::new();
    for go in [
        "go ponder",
        "go ponder depth 2",
        "go ponder movetime 5",
        "go ponder infinite",
    ] {
        talk.send("position startpos moves e2e4");
        let mut out = talk.send(go);
        out.extend(talk.advance_millis(100));
        assert!(talk.is_searching(), "{go}: {out:?}");
        let mut out = talk.send("ponderhit");
        let infinite = go.contains("infinite");
        out.extend(talk.advance_millis(if infinite { 50 } else { 20_000 }));
        let answered = out.iter().any(|it| it.starts_with("bestmove "));
        assert_eq!(answered, !infinite, "{go}");
        assert_eq!(talk.send("ponderhit"), [""; 0]);
        assert_eq!(talk.send("stop").is_empty(), !infinite);
    }
}

#[test]
fn after_a_ponder_miss_the_real_position_is_searched() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves e2e4 e7e5");
    talk.send("go ponder wtime 3000 btime 3000");
    talk.advance_millis(100);
    let dropped = talk.send("stop");
    assert!(
        dropped.last().unwrap().starts_with("bestmove "),
        "{dropped:?}"
    );
    talk.send("position startpos moves e2e4 c7c5");
    assert!(
        talk.run_go_to_result("go wtime 3000 btime 3000")
            .starts_with("bestmove ")
    );
}

#[test]
fn a_position_sent_during_a_search_applies_to_the_next_search() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    talk.advance_millis(50);
    talk.send("position fen 8/8/8/8/8/8/1r6/K6k w - - 0 1");
    talk.send("ucinewgame");
    // `send` checks that the move of a `bestmove` is legal in the position in which its search began.
    assert!(talk.send("stop").last().unwrap().starts_with("bestmove "));
    assert_eq!(talk.run_go_to_result("go depth 1"), "bestmove a1b2");
}

#[test]
fn a_second_go_during_a_search_is_ignored_and_reported() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    talk.advance_millis(20);
    let out = talk.send("go depth 1");
    assert_eq!(out, ["info string go ignored: a search is running"]);
    assert!(
        talk.advance_millis(100)
            .iter()
            .all(|it| it.starts_with("info "))
    );
    assert!(talk.send("stop").last().unwrap().starts_with("bestmove "));
    assert!(!talk.is_searching());
}

#[test]
fn every_state_answers_isready_uci_and_debug() {
    let mut talk = TestConversation::new();
    for go in ["", "go infinite", "go ponder", "go wtime 90000 btime 90000"] {
        talk.send(go);
        for _ in 0..3 {
            assert_eq!(talk.send("isready"), ["readyok"], "{go}");
            assert_eq!(talk.send("debug on"), [""; 0]);
            assert_eq!(talk.send("debug off"), [""; 0]);
            talk.advance_millis(3);
        }
        talk.send("stop");
    }
}
