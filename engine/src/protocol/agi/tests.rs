//! Tests the AGI core in conversations on a virtual clock.

use std::time::Duration;

use super::{Stepped, new_stepped_engine};

/// Sends lines to the engine, each followed by some steps of the search, and returns all answers but `INFO`.
fn answers_without_info(lines: &[&str]) -> Vec<String> {
    let mut engine = new_stepped_engine();
    let mut now = Duration::ZERO;
    let mut out = Vec::new();
    for line in lines {
        engine.handle_line(now, line.as_bytes(), &mut out);
        run_steps(&mut *engine, &mut now, 150, &mut out);
    }
    out.retain(|it| !it.starts_with("INFO"));
    out
}

fn run_steps(engine: &mut dyn Stepped, now: &mut Duration, steps: usize, out: &mut Vec<String>) {
    for _ in 0..steps {
        *now += Duration::from_millis(1);
        engine.run_step(*now, out);
    }
}

/// The answers after the four lines of the handshake.
fn answers_after_handshake(lines: &[&str]) -> Vec<String> {
    let all = [&["agi"], lines].concat();
    answers_without_info(&all).split_off(4)
}

#[test]
fn the_handshake_ends_with_agiok() {
    let lines = answers_without_info(&["ISREADY", "agi", "isready", "quit", "ISREADY"]);
    assert_eq!(
        lines[1..],
        [
            "ID AUTHOR the ponderhit authors",
            "OPTION OWNBOOK TRUE PONDER TRUE",
            "AGIOK",
            "READYOK",
            "BYE"
        ]
    );
}

#[test]
fn a_forbidden_point_is_played_only_without_forbidden_moves() {
    let position = "POSITION STATU 7611771F58E168EF";
    let lines = answers_after_handshake(&[position, "GO SEARCH 7822 INFINITE", "STOP"]);
    assert!(lines[0].starts_with("BESTMOVE 22"), "{lines:?}");
    let lines = answers_after_handshake(&[
        "SETRULE UNFORBIDDEN",
        position,
        "GO SEARCH 78 INFINITE",
        "STOP",
    ]);
    assert!(lines[0].starts_with("BESTMOVE 78"), "{lines:?}");
}

#[test]
fn a_disputed_three_is_not_played_however_early_the_search_is_stopped() {
    // A move on 78 makes two threes, of which one can never become a straight four.
    for steps in 0..20 {
        let mut engine = new_stepped_engine();
        let mut out = Vec::new();
        let mut now = Duration::ZERO;
        let mut send = |line: &str, steps: usize| {
            engine.handle_line(now, line.as_bytes(), &mut out);
            run_steps(&mut *engine, &mut now, steps, &mut out);
        };
        send("agi", 0);
        send("POSITION STATU 767A7711581F68E145EF551865E8851C95EC", 0);
        send("GO SEARCH 7844 INFINITE", steps);
        send("STOP", 0);
        let last = out.last().expect("an answer to STOP");
        assert!(last.starts_with("BESTMOVE 44"), "{steps} steps: {out:?}");
    }
}

#[test]
fn pondering_has_no_result() {
    let lines = answers_after_handshake(&[
        "POSITION MOVES 7868",
        "GO PONDER",
        "ISREADY",
        "STOP",
        "ISREADY",
    ]);
    assert_eq!(lines, ["READYOK", "READYOK"]);
}

#[test]
fn bestmove_does_not_change_the_position() {
    let go = ["GO SEARCH 5A INFINITE", "STOP"];
    let lines = answers_after_handshake(&[&["POSITION MOVES 7868"][..], &go, &go].concat());
    assert!(
        lines.iter().all(|it| it.starts_with("BESTMOVE 5A")),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_color_swap_is_requested_only_if_possible_and_profitable() {
    let lines = answers_after_handshake(&[
        "SETOPTION OWNBOOK OFF",
        "POSITION MOVES 78",
        "GO TIME 1000",
        "SETRULE FIRSTCHANGE",
        "GO TIME 1000",
        "DOMOVE 68",
        "GO TIME 1000",
    ]);
    let changes: Vec<bool> = lines.iter().map(|it| it == "BESTMOVE CHANGE").collect();
    assert_eq!(changes, [false, true, false], "{lines:?}");
}

#[test]
fn a_row_of_four_is_completed() {
    // Black has a row of four stones, and wins with a five on 74 or on 79.
    let lines = answers_after_handshake(&[
        "SETRULE UNFORBIDDEN",
        "POSITION STATU 7511761F77E178EF",
        "GO TIME 9000",
    ]);
    assert!(lines[0].starts_with("BESTMOVE 7"), "{lines:?}");
}

#[test]
fn malformed_lines_are_not_answered() {
    let lines = answers_after_handshake(&[
        "",
        "GO SEARCH 7 INFINITE",
        "GO TIME",
        "POSITION MOVES 7878",
        "DOMOVE 00",
        "SETOPTION PONDER",
        "START 15",
        "ISREADY",
    ]);
    assert_eq!(lines, ["READYOK"]);
}
