//! Stop, ponder, and commands during a search.

use super::*;

#[test]
fn without_legal_moves_the_result_is_none() {
    let mut talk = Talk::new();
    for (place, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        talk.say(&format!("position {place}"));
        for go in [
            "go depth 3",
            "go wtime 1000 btime 1000",
            "go movetime 50",
            "go mate 2",
        ] {
            let out = talk.say(go);
            assert_eq!(
                out,
                [
                    format!("info depth 0 score {score}").as_str(),
                    "bestmove (none)"
                ]
            );
        }
    }
    assert_eq!(talk.say("isready"), ["readyok"]);
}

#[test]
fn stop_right_after_go_is_answered() {
    let mut talk = Talk::new();
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 60",
        "go",
    ] {
        assert_eq!(talk.say(go), [""; 0]);
        let out = talk.say("stop");
        let [info, result] = &out[..] else {
            panic!("{out:?}")
        };
        assert!(info.starts_with("info nodes 0 "), "{out:?}");
        assert!(result.starts_with("bestmove "), "{out:?}");
        assert_eq!(talk.think(20), [""; 0]);
    }
}

#[test]
fn a_ponder_hit_goes_on_with_the_clock_of_the_go() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder wtime 9000 btime 9000");
    talk.think(20);
    assert!(
        talk.say("ponderhit")
            .iter()
            .all(|it| it.starts_with("info "))
    );
    let hit = talk.now;
    talk.finish();
    let took = talk.now - hit;
    assert!(
        took > Duration::from_millis(50) && took < Duration::from_secs(1),
        "{took:?}"
    );
    // After long pondering the result is due at once.
    talk.say("go ponder wtime 3000 btime 3000");
    let thoughts = talk.think(4000);
    assert!(
        thoughts.iter().all(|it| it.starts_with("info ")),
        "{thoughts:?}"
    );
    let out = talk.say("ponderhit");
    assert!(out.last().unwrap().starts_with("bestmove "), "{out:?}");
}

#[test]
fn pondering_waits_whatever_the_limits_are() {
    let mut talk = Talk::new();
    for go in [
        "go ponder",
        "go ponder depth 2",
        "go ponder movetime 5",
        "go ponder infinite",
    ] {
        talk.say("position startpos moves e2e4");
        let mut out = talk.say(go);
        out.extend(talk.think(100));
        assert!(talk.is_thinking(), "{go}: {out:?}");
        let mut out = talk.say("ponderhit");
        let infinite = go.contains("infinite");
        out.extend(talk.think(if infinite { 50 } else { 20_000 }));
        let answered = out.iter().any(|it| it.starts_with("bestmove "));
        assert_eq!(answered, !infinite, "{go}");
        assert_eq!(talk.say("ponderhit"), [""; 0]);
        assert_eq!(talk.say("stop").is_empty(), !infinite);
    }
}

#[test]
fn a_ponder_miss_is_stopped_and_the_real_position_searched() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder wtime 3000 btime 3000");
    talk.think(100);
    let dropped = talk.say("stop");
    assert!(
        dropped.last().unwrap().starts_with("bestmove "),
        "{dropped:?}"
    );
    talk.say("position startpos moves e2e4 c7c5");
    assert!(
        talk.result_of("go wtime 3000 btime 3000")
            .starts_with("bestmove ")
    );
}

#[test]
fn a_position_during_a_search_is_for_the_next() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.think(50);
    talk.say("position fen 8/8/8/8/8/8/1r6/K6k w - - 0 1");
    talk.say("ucinewgame");
    // The result is checked against the position of its `go`.
    assert!(talk.say("stop").last().unwrap().starts_with("bestmove "));
    assert_eq!(talk.result_of("go depth 1"), "bestmove a1b2");
}

#[test]
fn a_second_go_during_a_search_is_ignored_and_reported() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.think(20);
    let out = talk.say("go depth 1");
    assert_eq!(out, ["info string go ignored: a search is running"]);
    assert!(talk.think(100).iter().all(|it| it.starts_with("info ")));
    assert!(talk.say("stop").last().unwrap().starts_with("bestmove "));
    assert!(!talk.is_thinking());
}

#[test]
fn every_state_answers_isready_uci_and_debug() {
    let mut talk = Talk::new();
    for go in ["", "go infinite", "go ponder", "go wtime 90000 btime 90000"] {
        talk.say(go);
        for _ in 0..3 {
            assert_eq!(talk.say("isready"), ["readyok"], "{go}");
            assert_eq!(talk.say("debug on"), [""; 0]);
            assert_eq!(talk.say("debug off"), [""; 0]);
            talk.think(3);
        }
        talk.say("stop");
    }
}
