//! Tests of the lines that patterns match, and of their captures.

use super::{match_captures, pattern_matches, printed_captures};
use crate::transcript::{Captures, Pattern};

#[test]
fn the_number_of_spaces_between_words_does_not_matter() {
    assert!(pattern_matches("id  name", "id name"));
    assert!(pattern_matches("id name", " \tid\t\tname  "));
    assert!(!pattern_matches("id name", "id names"));
    assert!(!pattern_matches("id name", "idname"));
    assert!(!pattern_matches("id name", "id name x"));
    assert!(!pattern_matches("id name", "id"));
    assert!(!pattern_matches("id", ""));
}

#[test]
fn placeholders_match_their_kind() {
    for (pattern, yes, no) in [
        ("{move}", "b0c2", "draw"),
        ("{moves}", "b0c2 b9c7", "b0c2 draw"),
        ("{int}", "-12", "--12"),
        ("{int}", "+12", "+"),
        ("{int}", "99999999999999999999999", "1.5"),
        ("{uint}", "12", "-12"),
        ("{word}", "\u{8c61}", "two words"),
        ("{text}", "two words", ""),
    ] {
        assert!(pattern_matches(pattern, yes), "{pattern} {yes}");
        assert!(!pattern_matches(pattern, no), "{pattern} {no}");
    }
}

#[test]
fn optional_groups_and_choices_are_matched() {
    let bestmove = "bestmove {best:move} [ponder {reply:move}] [(draw|resign)]";
    assert_eq!(printed_captures(bestmove, "bestmove b0c2"), "best=b0c2");
    assert_eq!(
        printed_captures(bestmove, "bestmove b0c2 draw"),
        "best=b0c2"
    );
    assert_eq!(
        printed_captures(bestmove, "bestmove b0c2 ponder b9c7 resign"),
        "best=b0c2, reply=b9c7"
    );
    assert!(!pattern_matches(bestmove, "bestmove b0c2 ponder"));
    assert!(!pattern_matches(bestmove, "bestmove b0c2 draw resign"));
    assert!(pattern_matches("( a | b c )", "b  c"));
    assert!(pattern_matches("[a [b (c|d)]] e", "a b d e"));
    assert!(pattern_matches("[a [b (c|d)]] e", "e"));
    assert!(!pattern_matches("[a [b (c|d)]] e", "b d e"));
}

#[test]
fn the_wildcard_for_any_words_may_match_nothing() {
    assert!(pattern_matches("[..]", ""));
    assert!(pattern_matches("[..]", "a b"));
    assert!(pattern_matches("(bestmove|nobestmove) [..]", "nobestmove"));
    assert!(pattern_matches(
        "info [..] pv {moves} [..]",
        "info depth 6 pv b0c2 b9c7 time 5"
    ));
    assert!(!pattern_matches(
        "info [..] pv {moves} [..]",
        "info depth 6 pv"
    ));
    assert!(pattern_matches("a [b [..]] c", "a b x y c"));
}

#[test]
fn the_wildcard_for_any_words_is_lazy_and_the_placeholder_text_is_greedy() {
    assert_eq!(printed_captures("[..] {x:uint} [..]", "a 1 2 3"), "x=1");
    assert_eq!(
        printed_captures("{t:text} {x:uint}", "a  1 2 3 "),
        "t=a  1 2, x=3"
    );
    assert_eq!(
        printed_captures("id {t:text}", "id Elephant  Eye\t"),
        "t=Elephant  Eye"
    );
    assert_eq!(
        printed_captures("{m:moves} [{w:word}]", "b0c2 b9c7"),
        "m=b0c2 b9c7"
    );
}

/// A pattern prefers its first choice only because each choice has its own group in the regular expression; otherwise,
/// the crate `regex` would factor out the common prefix of the choices.
#[test]
fn the_first_choice_that_fits_is_taken() {
    assert_eq!(
        printed_captures("([..] {a:move}|[..] {b:word})", "x b0c2"),
        "a=b0c2"
    );
    assert_eq!(
        printed_captures("([..] ({a:move})|[..] [..])", "x b0c2"),
        "a=b0c2"
    );
    assert_eq!(printed_captures("({a:text} x|{b:text})", "1 2 x"), "a=1 2");
}

#[test]
fn bytes_that_are_not_utf8_are_matched_unchanged() {
    let pattern = Pattern::parse(b"id name \xcf\xf3\xc6\xe5 {x:word} .*+?^$-").unwrap();
    let line = b"id name \xcf\xf3\xc6\xe5 \xff\x00\n .*+?^$-";
    let captures = pattern.matches(line, "none").unwrap();
    assert_eq!(captures.get("x"), Some(&b"\xff\x00\n"[..]));
    assert!(
        pattern
            .matches(b"id name \xcf\xf3\xc6\xe4 x .*+?^$-", "none")
            .is_none()
    );
}

/// The most deeply nested pattern and the longest pattern that can be parsed can also be compiled.
#[test]
fn the_largest_patterns_are_compiled() {
    let nested = ["[a (".repeat(16), "{x:move}".to_owned(), ")]".repeat(16)].concat();
    assert_eq!(
        printed_captures(&nested, &["a ".repeat(16), "b0c2".to_owned()].concat()),
        "x=b0c2"
    );
    let long = "word ".repeat(50_000);
    assert!(pattern_matches(&long, &long));
}

#[test]
fn one_pattern_matches_each_protocols_move_syntax() {
    let pattern = Pattern::parse(b"{x:move}").unwrap();
    for _ in 0..2 {
        assert!(pattern.matches(b"b0c2", "[a-i][0-9][a-i][0-9]").is_some());
        assert!(pattern.matches(b"b0c2", "[a-h][1-8][a-h][1-8]").is_none());
        assert!(pattern.matches(b"b1c2", "[a-h][1-8][a-h][1-8]").is_some());
    }
}

#[test]
fn a_failed_alternative_leaves_no_capture() {
    assert_eq!(printed_captures("[{a:word} x] {b:word} y", "1 y"), "b=1");
    assert_eq!(printed_captures("({a:word} x|{b:word} y)", "1 y"), "b=1");
}

#[test]
fn a_backslash_escapes_special_characters() {
    assert!(pattern_matches(
        "\\[a\\] \\{move\\} a\\|b \\\\ \\(",
        "[a] {move} a|b \\ ("
    ));
    assert!(pattern_matches("\\[..\\]", "[..]"));
    assert!(!pattern_matches("\\[..\\]", "a"));
}

/// With a matcher that uses backtracking, this test would practically never end.
#[test]
fn matching_a_line_has_bounded_time() {
    let line = "a ".repeat(2_000);
    assert!(!pattern_matches(
        "{text} {text} {text} {text} {text} b",
        &line
    ));
    assert!(!pattern_matches(
        "[..] a [..] a [..] a [..] a [..] b",
        &line
    ));
    let optional = ["[a] ".repeat(200), "b".to_owned()].concat();
    assert!(!pattern_matches(&optional, &line));
    let nested = ["[a ".repeat(30), "]".repeat(30), " b".to_owned()].concat();
    assert!(!pattern_matches(&nested, &line));
}

#[test]
fn a_huge_line_that_does_not_match_is_rejected() {
    let line = ["bestmove x ", &"b0c2 ".repeat(1 << 20)].concat();
    let pattern = Pattern::parse(b"bestmove {best:move} [..]").unwrap();
    assert!(pattern.matches(line.as_bytes(), "b0c2").is_none());
}

#[test]
fn captures_are_merged_by_name() {
    let mut all = match_captures("{a:word} {b:word}", "1 2").unwrap();
    let mut more = Captures::default();
    more.insert("b", *b"3");
    more.insert("c", *b"4");
    all.merge(more);
    let all: Vec<(&str, &[u8])> = all.iter().collect();
    assert_eq!(all, [("a", &b"1"[..]), ("b", b"3"), ("c", b"4")]);
}
