//! Tests of the analysis commands.

use super::*;

/// Checks a report line, and returns the moves of its blocks.
fn check_report(line: &str, is_kata: bool) -> Vec<String> {
    let mut moves = Vec::new();
    let mut words = line.split(' ').peekable();
    while let Some(word) = words.next() {
        if word == "ownership" {
            let values: Vec<f64> = words.by_ref().map(|it| it.parse().unwrap()).collect();
            assert!(values.iter().all(|it| it.abs() <= 1.0), "{line}");
            assert_eq!(values.len(), 81, "{line}");
            break;
        }
        assert_eq!(word, "info", "{line}");
        let mut keys = Vec::new();
        while let Some(key) = words.next_if(|it| !["info", "ownership"].contains(it)) {
            keys.push(key);
            if key == "pv" {
                while let Some(vertex) = words.next_if(|it| !["info", "ownership"].contains(it)) {
                    assert!(Vertex::parse(vertex).is_some(), "{line}");
                }
                continue;
            }
            let value = words.next().unwrap();
            match key {
                "move" => moves.push(value.to_owned()),
                "winrate" if is_kata => assert!((0.0..=1.0).contains(&value.parse().unwrap())),
                "winrate" => assert!(value.parse::<u32>().unwrap() <= 10_000),
                "visits" => assert!(value.parse::<u64>().unwrap() > 0),
                _ => (),
            }
        }
        for key in ["move", "visits", "winrate", "prior", "lcb", "order", "pv"] {
            assert!(keys.contains(&key), "{line}");
        }
    }
    assert!(!moves.is_empty(), "{line}");
    moves
}

#[test]
fn an_analysis_reports_in_its_interval_until_the_next_line() {
    for (command, is_kata) in [
        ("20 lz-analyze b 10", false),
        ("20 analyze b 10", false),
        ("20 lz-analyze interval 10", false),
        (
            "20 kata-analyze w interval 10 ownership true rootInfo true maxmoves 3",
            true,
        ),
    ] {
        let mut talk = TestConversation::with_board_size(9);
        assert_eq!(talk.send(command), "=20\n");
        let stream = talk.advance_millis(1000);
        assert_eq!(stream.lines().count(), 10, "{command}: {stream}");
        for line in stream.lines() {
            let moves = check_report(line, is_kata);
            assert!(!is_kata || moves.len() <= 3);
            assert_eq!(is_kata, line.contains(" ownership "));
        }
        assert_eq!(talk.send("21 name"), "\n=21 ponderhit reference\n\n");
        assert_eq!(talk.advance_millis(500), "");
        assert!(talk.position().is_at_start());
    }
}

#[test]
fn blank_lines_and_comments_end_an_analysis() {
    let mut talk = TestConversation::with_board_size(9);
    for line in ["", "# enough", " \t", "\x01"] {
        assert_eq!(talk.send("lz-analyze b 50"), "=\n");
        assert_eq!(talk.send(line), "\n");
        assert!(!talk.is_searching());
        assert_eq!(talk.send(line), "");
    }
    assert_eq!(talk.send("1 lz-analyze"), "=1\n");
    assert_eq!(talk.send("2 lz-analyze"), "\n=2\n");
    assert_eq!(talk.send("quit"), "\n=\n\n");
}

#[test]
fn a_search_ends_but_its_analysis_goes_on() {
    let mut talk = TestConversation::with_board_size(2);
    assert_eq!(talk.send("lz-analyze 100"), "=\n");
    let stream = talk.advance_millis(60_000);
    assert!(stream.lines().count() >= 59, "{}", stream.lines().count());
    assert!(talk.is_searching());
}

#[test]
fn genmove_analyze_ends_with_the_move_and_plays_it() {
    for name in [
        "lz-genmove_analyze b 5",
        "kata-genmove_analyze b 5",
        "genmove_analyze b 5",
    ] {
        let mut talk = TestConversation::with_board_size(9);
        let mut text = talk.send(&format!("23 {name}"));
        // Input does not end the search of a `genmove_analyze` command (`GTP A-3`).
        text.push_str(&talk.send("# more"));
        text.push_str(&talk.send("name"));
        while text.matches("\n\n").count() < 2 {
            text.push_str(&talk.advance_millis(1));
        }
        let (stream, answer) = text.split_once("\n\n").unwrap();
        assert_eq!(answer, "= ponderhit reference\n\n");
        let lines: Vec<&str> = stream.lines().collect();
        let [header, reports @ .., last] = lines.as_slice() else {
            panic!("{stream}");
        };
        assert_eq!(*header, "=23");
        assert!(reports.len() > 2, "{stream}");
        for line in reports {
            check_report(line, name.starts_with("kata"));
        }
        let vertex = Vertex::parse(last.strip_prefix("play ").unwrap()).unwrap();
        assert_eq!(talk.position().moves().last().unwrap().vertex, vertex);
    }
}

#[test]
fn avoided_moves_are_not_reported() {
    let mut talk = TestConversation::with_board_size(9);
    talk.send("lz-analyze b 10 allow b C3,D4,E5 1 avoid b E5 1 avoid w C3 9");
    let stream = talk.advance_millis(500);
    for line in stream.lines() {
        for it in check_report(line, false) {
            assert!(["C3", "D4"].contains(&it.as_str()), "{line}");
        }
    }
    assert!(stream.contains("move D4"));
}
