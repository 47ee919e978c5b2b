//! Tests that each option has its effect.

use super::*;
use crate::game::OptionLevel;

/// A middlegame position with many attacked pieces.
const TACTICAL_FEN: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";

/// Sets the options, and returns the output of a search that ends without `stop`.
fn search_output(options: &[&str], position: &str, go: &str) -> Vec<String> {
    let mut talk = TestConversation::new();
    for option in options {
        assert_eq!(talk.send(&format!("setoption {option}")), [""; 0]);
    }
    talk.send(&format!("position {position}"));
    let mut out = talk.send(go);
    for _ in 0..50_000 {
        if out.last().is_some_and(|it| it.contains("bestmove")) {
            return out;
        }
        out.extend(talk.advance_millis(1));
    }
    panic!("no result: {out:?}");
}

fn last_node_count(out: &[String]) -> u64 {
    let count = |it: &String| it.rsplit_once(" nodes ").map(|it| it.1.to_owned());
    out.iter().rev().find_map(count).unwrap().parse().unwrap()
}

#[test]
fn every_default_fits_its_type() {
    for line in Options::option_lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |word: &str| {
            let at = words.iter().position(|it| *it == word)?;
            words.get(at + 1).copied()
        };
        match after("type").unwrap() {
            "check" => assert!(["true", "false"].contains(&after("default").unwrap())),
            "spin" => {
                let number = |word| after(word).unwrap().parse::<u64>().unwrap();
                assert!((number("min")..=number("max")).contains(&number("default")));
            }
            "combo" => {
                let default = after("default").unwrap();
                let vars = words.windows(2).filter(|it| it[0] == "var");
                assert!(vars.into_iter().any(|it| it[1] == default), "{line}");
            }
            "string" => assert!(after("default").is_some()),
            "button" => assert_eq!(words.len(), 4),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn every_option_that_is_announced_can_be_set() {
    for line in Options::option_lines() {
        let name = line.split(' ').nth(1).unwrap();
        let value = match line.rsplit(' ').next().unwrap() {
            "false" => "true",
            "true" => "false",
            _ if line.contains("type spin") => "3",
            _ if name == "style" => "risky",
            _ if line.contains("type combo") => "medium",
            _ => continue,
        };
        let mut options = Options::default();
        let before = format!("{options:?}");
        options.set_option(name, value);
        assert_ne!(format!("{options:?}"), before, "{name} {value}");
        options.set_option(name, "nonsense");
        assert_ne!(format!("{options:?}"), before, "{name} nonsense");
    }
}

#[test]
fn less_pruning_searches_more() {
    let position = format!("fen {TACTICAL_FEN}");
    let amounts = ["none", "small", "medium", "large"];
    let counts = amounts.map(|it| {
        let option = format!("pruning {it}");
        last_node_count(&search_output(&[&option], &position, "go depth 4"))
    });
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    assert!(counts[0] > counts[3], "{counts:?}");
}

#[test]
fn knowledge_and_style_change_the_evaluation() {
    let position = format!("fen {TACTICAL_FEN}");
    let think = |option: &str| search_output(&[option], &position, "go depth 1");
    let knowledge = ["none", "small", "medium", "large"].map(|it| format!("knowledge {it}"));
    let all: Vec<_> = knowledge.iter().map(|it| think(it)).collect();
    assert!(all.windows(2).all(|it| it[0] != it[1]), "{all:?}");
    let styles = ["solid", "normal", "risky"].map(|it| think(&format!("style {it}")));
    assert!(
        styles[0] != styles[1] && styles[1] != styles[2],
        "{styles:?}"
    );
}

#[test]
fn without_randomness_searches_are_equal() {
    let again = |amount: &str| {
        let mut talk = TestConversation::new();
        talk.send(&format!("setoption randomness {amount}"));
        let mut thought = || {
            talk.send("setoption newgame");
            talk.send("go depth 4");
            let lines = talk.advance_millis(2000);
            let scores = lines.iter().filter(|it| it.contains(" score ")).cloned();
            scores.collect::<Vec<_>>()
        };
        (thought(), thought())
    };
    let (first, second) = again("none");
    assert_eq!(first, second);
    let (first, second) = again("large");
    assert_ne!(first, second);
}

#[test]
fn the_engine_plays_book_moves_on_a_clock_but_no_banned_moves() {
    let book = search_output(&["usebook true"], "startpos", "go time 60000 increment 0");
    assert_eq!(book.len(), 1, "{book:?}");
    for option in ["usebook false", "bookfiles", "bookfiles ;"] {
        let out = search_output(
            &["usebook true", option],
            "startpos",
            "go time 60000 increment 0",
        );
        assert!(out.len() > 1, "{option}: {out:?}");
    }
    let depth = search_output(&["usebook true"], "startpos", "go depth 2");
    assert!(depth.len() > 1, "{depth:?}");
    // The test bans each move after the engine has played it, so the engine must not play a move
    // twice.
    let mut talk = TestConversation::new();
    talk.send("setoption usebook true");
    let mut banned = Vec::new();
    for _ in 0..44 {
        let line = talk.send("go time 9000 increment 0").pop();
        let line = line.unwrap_or_else(|| talk.wait_for_result());
        let best = line.split(' ').nth(1).unwrap().to_owned();
        assert!(!banned.contains(&best), "{best} after {banned:?}");
        talk.send(&format!("banmoves {best}"));
        banned.push(best);
    }
    assert_eq!(talk.send("go time 9000 increment 0"), ["nobestmove"]);
}

#[test]
fn the_error_of_a_book_is_sent_with_the_next_go() {
    let out = search_output(
        &["usebook true", "bookfiles builtin; gone.book"],
        "startpos",
        "go time 9000",
    );
    assert_eq!(out[0], "info message gone.book: not found");
    assert!(
        out[1].starts_with("bestmove "),
        "the other book is there: {out:?}"
    );
}

#[test]
fn a_promotion_is_played_when_nothing_else_is_left() {
    let position = "fen 3k1r3/9/9/9/9/9/9/9/1p1p5/2B1K4 w - - 0 1";
    assert_eq!(
        search_output(&[], position, "go depth 2").last().unwrap(),
        "nobestmove"
    );
    let out = search_output(&["promotion true"], position, "go depth 2");
    assert!(out.last().unwrap().starts_with("bestmove c0c0"), "{out:?}");
}

#[test]
fn the_options_hashsize_and_threads_are_applied() {
    let mut options = Options::default();
    assert_eq!(options.hash_megabytes(), 16);
    assert_eq!(options.set_option("hashsize", "64"), OptionEffect::NewTable);
    assert_eq!(options.hash_megabytes(), 64);
    assert_eq!(
        options.set_option("hashsize", "1025"),
        OptionEffect::Nothing
    );
    assert_eq!(options.hash_megabytes(), 64);
    options.set_option("threads", "7");
    assert_eq!(options.search_params().threads, 7);
    options.set_option("idle", "medium");
    assert_eq!(options.search_params().idle_time_share, OptionLevel::Medium);
}
