//! Tests of `info`: several principal variations, numbers, and the fields that are sent only after
//! one second.

use super::*;

/// The engine's lines that begin with these words.
fn lines_starting_with<'a>(out: &'a [String], words: &str) -> Vec<&'a str> {
    let lines = out.iter().map(String::as_str);
    lines.filter(|it| it.starts_with(words)).collect()
}

#[test]
fn the_lines_of_an_iteration_follow_each_other_and_the_best_is_first() {
    let mut talk = TestConversation::new();
    talk.send("setoption name MultiPV value 4");
    for place in [
        "startpos".to_owned(),
        format!("fen {KIWIPETE_FEN}"),
        // A position with fewer legal moves than requested variations, and a position with a mate
        // in one.
        "fen 7k/8/8/8/8/8/1r6/K1r5 w - - 0 1".to_owned(),
        format!("fen {MATE_IN_ONE_FEN}"),
    ] {
        talk.send(&format!("position {place}"));
        let moves = talk
            .engine
            .engine
            .chess_board()
            .position
            .legal_moves()
            .len();
        talk.send("go depth 5");
        let out = talk.advance_to_result();
        let lines = lines_starting_with(&out, "info depth");
        for block in lines.chunks(moves.min(4)) {
            let ranks = block.iter().map(|it| it.split(' ').nth(6).unwrap());
            let ranks: Vec<&str> = ranks.collect();
            assert_eq!(ranks, ["1", "2", "3", "4"][..moves.min(4)], "{out:?}");
            let depths = block.iter().map(|it| it.split(' ').nth(2));
            assert_eq!(depths.min(), block[0].split(' ').nth(2).into(), "{out:?}");
        }
        assert_eq!(lines.len() % moves.min(4), 0, "{out:?}");
        assert!(lines.len() >= 5 * moves.min(4), "{out:?}");
    }
}

#[test]
fn the_last_info_has_the_final_nodes_and_time() {
    let mut talk = TestConversation::new();
    for go in [
        "go depth 5",
        "go nodes 3333",
        "go movetime 300",
        "go wtime 2000 btime 2000",
    ] {
        talk.send(go);
        let out = talk.advance_to_result();
        let last = &out[out.len() - 2];
        for word in [" depth ", " score ", " nodes ", " time ", " pv "] {
            assert!(last.contains(word), "{go}: {out:?}");
        }
    }
}

#[test]
fn moves_and_lines_being_searched_are_shown_after_a_second_if_asked_for() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    let early = talk.advance_millis(900);
    for words in ["info currmove", "info currline", "info refutation"] {
        assert_eq!(lines_starting_with(&early, words), [""; 0]);
    }
    let late = talk.advance_millis(4000);
    assert!(!lines_starting_with(&late, "info currmove").is_empty());
    for words in ["info currline", "info refutation"] {
        assert_eq!(lines_starting_with(&late, words), [""; 0]);
    }
    talk.send("stop");
    talk.send("setoption name UCI_ShowCurrLine value true");
    talk.send("setoption name UCI_ShowRefutations value true");
    talk.send("go infinite");
    let early = talk.advance_millis(900);
    let late = talk.advance_millis(4000);
    for words in ["info currline", "info refutation"] {
        assert_eq!(lines_starting_with(&early, words), [""; 0]);
        assert!(!lines_starting_with(&late, words).is_empty(), "{words}");
    }
}

#[test]
fn info_is_sent_at_least_once_a_second() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    for _ in 0..5 {
        let out = talk.advance_millis(1001);
        let lines = lines_starting_with(&out, "info ");
        assert!(lines.iter().any(|it| it.contains(" nodes ")), "{out:?}");
    }
}

#[test]
fn the_share_of_wins_is_shown_if_asked_for() {
    let mut talk = TestConversation::new();
    talk.send("setoption name UCI_ShowWDL value true");
    for (fen, won) in [(START_FEN, false), ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", true)] {
        talk.send(&format!("position fen {fen}"));
        talk.engine
            .handle_line(talk.now, b"go depth 4", &mut Vec::new());
        let mut out = Vec::new();
        for _ in 0..2000 {
            talk.now += Duration::from_millis(1);
            talk.engine.run_step(talk.now, &mut out);
        }
        let line = out.iter().rfind(|it| it.contains(" wdl ")).unwrap();
        let shares = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
        let shares: Vec<u32> = shares.map(|it| it.parse().unwrap()).collect();
        assert_eq!(shares.iter().sum::<u32>(), 1000, "{line}");
        assert_eq!(shares[0] > 900, won, "{line}");
    }
}
