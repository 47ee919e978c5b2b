//! Tests of options: announcements, spellings and effects.

use super::*;

#[test]
fn every_option_accepts_its_default_and_its_limits() {
    let mut talk = TestConversation::new_before_handshake();
    let lines = talk.send("uci");
    let options = lines
        .iter()
        .filter_map(|it| it.strip_prefix("option name "));
    let mut names = Vec::new();
    for option in options {
        let (name, rest) = option.split_once(" type ").unwrap();
        names.push(name.to_ascii_lowercase());
        let words: Vec<&str> = rest.split(' ').collect();
        let values = match words.as_slice() {
            ["button"] => vec![""],
            ["check", "default", "false"] => vec!["true", "false"],
            ["spin", "default", default, "min", min, "max", max] => {
                let numbers = [min, default, max].map(|it| it.parse::<u64>().unwrap());
                assert!(numbers.is_sorted(), "{option}");
                vec![*min, *max, *default]
            }
            ["combo", "default", default, values @ ..] => {
                let values = values.iter().filter(|it| **it != "var");
                values.copied().chain([*default]).collect()
            }
            _ => panic!("{option}"),
        };
        for value in values {
            let line = format!("setoption name {name} value {value}");
            assert_eq!(talk.send(&line), [""; 0], "{line}");
        }
    }
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two options have the same name");
}

#[test]
fn names_and_values_ignore_case_and_extra_blanks() {
    let mut talk = TestConversation::new();
    talk.send("setoption  name\thash   value  33");
    assert_eq!(talk.engine.engine.options.hash_megabytes, 33);
    talk.send("setoption name UCI_CHESS960 value TRUE");
    assert_eq!(talk.engine.engine.options.variant, Variant::Chess960);
    talk.run_go_to_result("go depth 2");
    let table = Arc::as_ptr(&talk.engine.engine.hash_table);
    for line in [
        "setoption name clear  HASH",
        "setoption name Clear Hash value",
        "ucinewgame",
    ] {
        talk.run_go_to_result("go depth 2");
        assert!(talk.engine.engine.hash_table.filled_permille() > 0 || !table.is_null());
        assert_eq!(talk.send(line), [""; 0]);
        assert_eq!(talk.engine.engine.hash_table.filled_permille(), 0, "{line}");
    }
}

#[test]
fn wrong_names_and_values_change_nothing_and_are_reported() {
    let mut talk = TestConversation::new();
    let before = format!("{:?}", talk.engine.engine.options);
    for line in [
        "setoption",
        "setoption name",
        "setoption Hash 20",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value 0",
        "setoption name Hash value 1025",
        "setoption name Hash value x",
        "setoption name Hash value -1",
        "setoption name Hash 20",
        "setoption name Ponder value yes",
        "setoption name Unknown value 1",
        "setoption value 1",
    ] {
        let out = talk.send(line);
        assert!(
            out[0].starts_with("info string setoption: "),
            "{line}: {out:?}"
        );
        assert_eq!(
            format!("{:?}", talk.engine.engine.options),
            before,
            "{line}"
        );
    }
}

#[test]
fn an_option_set_during_a_search_applies_to_the_next_search() {
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    talk.advance_millis(20);
    assert_eq!(talk.send("setoption name MultiPV value 2"), [""; 0]);
    assert_eq!(talk.send("setoption name Hash value 1"), [""; 0]);
    let out = talk.advance_millis(200);
    assert!(!out.iter().any(|it| it.contains("multipv 2")), "{out:?}");
    talk.send("stop");
    talk.send("go depth 3");
    let out = talk.advance_to_result();
    assert!(out.iter().any(|it| it.contains("multipv 2")), "{out:?}");
}

#[test]
fn castling_is_king_takes_rook_only_while_chess960_is_on() {
    let mut talk = TestConversation::new();
    let place = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    talk.send("setoption name UCI_Chess960 value true");
    talk.send(&format!("{place} moves e1h1"));
    assert!(
        talk.run_go_to_result("go searchmoves e8a8 depth 3")
            .starts_with("bestmove e8a8")
    );
    talk.send("setoption name UCI_Chess960 value false");
    talk.send(&format!("{place} moves e1g1"));
    assert!(
        talk.run_go_to_result("go searchmoves e8c8 depth 3")
            .starts_with("bestmove e8c8")
    );
    let other = "position fen 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
    assert!(talk.send(other)[0].starts_with("info string position ignored"));
    talk.send("setoption name UCI_Chess960 value true");
    talk.send(other);
    assert!(
        talk.run_go_to_result("go searchmoves c1g1 depth 4")
            .starts_with("bestmove c1g1")
    );
}

#[test]
fn strength_is_limited_in_games_and_not_in_analysis() {
    let mut talk = TestConversation::new();
    let nodes = |talk: &mut TestConversation| {
        talk.send("go depth 7");
        let out = talk.advance_to_result();
        let last = out.iter().rev().find(|it| it.contains(" nodes ")).unwrap();
        let nodes = last.split(" nodes ").nth(1).unwrap();
        nodes.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    talk.send("setoption name UCI_Elo value 1000");
    assert!(
        nodes(&mut talk) > 1000,
        "without UCI_LimitStrength, UCI_Elo has no effect"
    );
    talk.send("setoption name UCI_LimitStrength value true");
    assert!(nodes(&mut talk) <= 24);
    talk.send("setoption name UCI_AnalyseMode value true");
    talk.send("ucinewgame");
    assert!(nodes(&mut talk) > 1000);
    let elo = [1000, 1500, 2200].map(strength::node_limit);
    assert!(elo.is_sorted() && elo[0] < elo[1] && elo[1] < elo[2]);
}

#[test]
fn a_new_game_gives_the_results_of_a_new_process() {
    let mut talk = TestConversation::new();
    let search = |talk: &mut TestConversation| {
        talk.send(&format!("position fen {KIWIPETE_FEN}"));
        talk.send("go nodes 5000");
        let out = talk.advance_to_result();
        let lines = out.iter().map(|it| match it.split_once(" nps ") {
            Some((before, after)) => {
                format!("{before}{}", after.split_once(" pv").map_or("", |it| it.1))
            }
            None => it.clone(),
        });
        lines.collect::<Vec<String>>()
    };
    let first = search(&mut talk);
    talk.send("position startpos");
    talk.run_go_to_result("go nodes 9000");
    talk.send("ucinewgame");
    assert_eq!(search(&mut talk), first);
}
