//! Tests of the limits of a search.

use super::*;

/// The value of a field in an `info` line.
fn field_value(line: &str, name: &str) -> Option<u64> {
    let rest = line.split_once(&format!(" {name} "))?.1;
    rest.split(' ').next()?.parse().ok()
}

#[test]
fn the_depth_limit_is_kept() {
    let mut talk = TestConversation::new();
    for depth in [0, 1, 2, 6] {
        let out = talk.run_go(&format!("go depth {depth}"));
        let depths = out.iter().filter_map(|it| field_value(it, "depth"));
        assert_eq!(depths.max().unwrap_or_default(), depth, "{out:?}");
    }
}

#[test]
fn the_node_limit_is_kept() {
    let mut talk = TestConversation::new();
    for nodes in [0, 1, 50, 5000] {
        let out = talk.run_go(&format!("go nodes {nodes}"));
        let last = out.iter().filter_map(|it| field_value(it, "nodes")).max();
        assert_eq!(last, Some(nodes), "{out:?}");
    }
}

#[test]
fn movetime_is_used_up_even_for_a_forced_move_or_a_mate() {
    let mut talk = TestConversation::new();
    for place in [
        "startpos",
        "fen 8/8/8/8/8/8/1r6/K6k w - - 0 1",
        &format!("fen {MATE_IN_ONE_FEN}"),
    ] {
        for millis in [10, 100, 400] {
            talk.send(&format!("position {place}"));
            let began = talk.now;
            talk.send(&format!("go movetime {millis}"));
            talk.advance_to_result();
            let took = (talk.now - began).as_millis() as u64;
            assert!(
                took <= millis && took * 10 >= millis * 9,
                "{place}: {took} of {millis}"
            );
        }
    }
}

#[test]
fn the_clock_of_the_side_to_move_counts() {
    let mut talk = TestConversation::new();
    let mut time = |place: &str, go: &str| {
        talk.send(&format!("position startpos{place}"));
        let began = talk.now;
        talk.run_go_to_result(go);
        (talk.now - began).as_millis()
    };
    for (white, black) in [("wtime", "btime"), ("btime", "wtime")] {
        let place = if white == "wtime" { "" } else { " moves e2e4" };
        let other = white.replace("time", "inc");
        let short = time(place, &format!("go {black} 600000 {white} 300"));
        let long = time(place, &format!("go {white} 20000 {black} 10"));
        let with = time(place, &format!("go {white} 3000 {other} 3000 {black} 3000"));
        let last = time(place, &format!("go movestogo 1 {white} 3000 {black} 3000"));
        let share = time(place, &format!("go movestogo 0 {white} 3000 {black} 3000"));
        assert!(short < 100 && long > 200, "{white}: {short} {long}");
        assert!(
            with > 2 * share && last > 10 * share && last < 3000,
            "{with} {last} {share}"
        );
    }
}

#[test]
fn without_time_the_engine_answers_at_once() {
    let mut talk = TestConversation::new();
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime 60000 winc -5 movestogo -1",
        "go movetime 0",
        "go movetime -1",
        "go wtime 60000 movetime 0",
    ] {
        let out = talk.send(go);
        assert!(
            out.last().unwrap().starts_with("bestmove "),
            "{go}: {out:?}"
        );
        assert!(out[out.len() - 2].starts_with("info "), "{go}: {out:?}");
    }
}

#[test]
fn an_infinite_search_always_waits_for_stop() {
    let mut talk = TestConversation::new();
    for place in [
        "startpos",
        "fen 8/8/8/8/8/8/1r6/K6k w - - 0 1",
        &format!("fen {MATE_IN_ONE_FEN}"),
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        for go in [
            "go infinite",
            "go infinite depth 2",
            "go infinite wtime 1 btime 1 movetime 1",
        ] {
            talk.send(&format!("position {place}"));
            let mut out = talk.send(go);
            out.extend(talk.advance_millis(1500));
            assert!(talk.is_searching(), "{place} {go}: {out:?}");
            assert_eq!(talk.send("isready"), ["readyok"]);
            let out = talk.send("stop");
            assert!(out.last().unwrap().starts_with("bestmove "), "{out:?}");
            assert_eq!(talk.send("stop"), [""; 0]);
        }
    }
}

#[test]
fn mates_are_found_and_proven() {
    let cases = [
        (MATE_IN_ONE_FEN, 1, "b1b8"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ];
    for (fen, moves, best) in cases {
        let mut talk = TestConversation::new();
        talk.send(&format!("position fen {fen}"));
        talk.send(&format!("go mate {moves}"));
        let out = talk.advance_to_result();
        let result = out.last().unwrap();
        assert!(result.starts_with(&format!("bestmove {best}")), "{out:?}");
        let score = format!(" score mate {moves} ");
        assert!(out[out.len() - 2].contains(&score), "{out:?}");
    }
    // If `go mate` finds no mate, the search ends and the engine sends a move.
    let mut talk = TestConversation::new();
    assert!(talk.run_go_to_result("go mate 2").starts_with("bestmove "));
}

#[test]
fn searchmoves_apply_even_if_other_parameters_follow() {
    let mut talk = TestConversation::new();
    talk.send("setoption name MultiPV value 5");
    for go in [
        "go searchmoves a2a3 h2h4 depth 4",
        "go depth 4 searchmoves a2a3 h2h4",
        "go searchmoves a2a3 h2h4 e2e5 wtime 900 btime 900",
        "go searchmoves a2a3 h2h4 nodes 900 junk",
        "go searchmoves a2a3 h2h4 ponder",
    ] {
        let mut out = talk.send(go);
        out.extend(talk.advance_millis(400));
        out.extend(talk.send("stop"));
        let lines = out.iter().filter_map(|it| it.split_once(" pv "));
        let firsts: Vec<&str> = lines.map(|it| &it.1[..4]).collect();
        assert!(
            firsts.contains(&"a2a3") && firsts.contains(&"h2h4"),
            "{go}: {out:?}"
        );
        assert!(
            firsts.iter().all(|it| ["a2a3", "h2h4"].contains(it)),
            "{go}: {out:?}"
        );
    }
    // An empty `searchmoves` list does not restrict the search.
    assert!(
        talk.run_go_to_result("go searchmoves depth 2")
            .starts_with("bestmove ")
    );
}

#[test]
fn a_go_without_limits_or_with_broken_ones_ends() {
    let mut talk = TestConversation::new();
    for go in [
        "go",
        "go depth",
        "go depth x",
        "go wtime",
        "go btime 1000",
        "go mate 0",
        "go mate -3",
        "go movestogo 5",
        "go winc 100",
        "go nodes 99999999999999999999999 depth 3",
        "go depth 3 wtime 1.5",
        "go wtime depth 3",
    ] {
        assert!(talk.run_go_to_result(go).starts_with("bestmove "), "{go}");
    }
}
