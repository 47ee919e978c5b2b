//! Tests that an error in a fault is reported with the right column.

use super::{super::*, TOY_PROTOCOL};
use crate::transcript::Speaker;

fn fault_error(spec: &str) -> (usize, String) {
    let error = parse::parse_fault(&TOY_PROTOCOL, spec).unwrap_err();
    (error.column, error.message.to_string())
}

#[test]
fn fault_errors_have_the_column_of_the_wrong_text() {
    for (spec, column, part) in [
        ("", 1, "found the end of the line"),
        ("drown response \"a\"", 1, "found `drown`"),
        ("drop \"a\"", 6, "without quotes"),
        ("drop answer \"a\"", 6, "one of `command`, `response`"),
        ("drop response a", 15, "in quotes"),
        ("drop response \"a", 15, "expected a closing"),
        ("drop response \"a]\"", 17, ""),
        ("x = drop response", 18, "found the end of the line"),
        ("replace response \"a\" with \"b\"", 22, "`by`"),
        ("replace response \"a\" by \"b{c}\"", 27, "`{c}`"),
        (
            "insert response \"{b}\" after command \"{a:move}\"",
            18,
            "`{b}`",
        ),
        ("insert response \"b\\q\" at start", 19, "escape"),
        ("delay response \"a\" by 5", 23, "10m or 1h, found `5`"),
        ("delay response \"a\" by {bed}", 23, "unrecognized name"),
        ("crash SIGFOO at start", 7, "found `SIGFOO`"),
        ("exit 256 at start", 6, "found `256`"),
        ("flood \"\" at start", 8, "at least one byte"),
        ("flood \"a\" 16mb at start", 11, "found `16mb`"),
        (
            "close in command \"a\"",
            7,
            "one of `before`, `after`, `at`",
        ),
        ("drop response \"a\" nth 0", 23, "found `0`"),
        ("drop response \"a\" while bored", 25, "one of idle, going"),
        ("drop response \"a\" soon", 19, "unexpected text"),
        ("drop response \"a\" -> quit_bye", 22, "expected a rule id"),
        (
            "drop response \"a\" -> nothing toy/a",
            30,
            "unexpected text",
        ),
    ] {
        let (at, message) = fault_error(spec);
        assert_eq!(at, column, "{spec}: {message}");
        assert!(message.contains(part), "{spec}: {message}");
    }
}

#[test]
fn a_listed_fault_has_a_name_and_broken_rules() {
    let faults = listed_faults(&TOY_PROTOCOL).unwrap();
    let [mute] = &faults[..] else {
        panic!("{faults:?}");
    };
    assert_eq!(mute.name.as_deref(), Some("mute"));
    assert_eq!(mute.source_text, "drop response \"move [..]\"");
    let breaks = mute.broken_rules.as_ref().unwrap();
    assert_eq!(breaks.must_break, ["toy/moves"]);
    assert_eq!(breaks.may_break, ["toy/hangs"]);
}

#[test]
fn an_error_in_a_list_has_its_line() {
    let error = parse::parse_faults(&TOY_PROTOCOL, "# fine\n\nx = drop").unwrap_err();
    assert_eq!((error.line, error.column), (3, 9));
}

#[test]
fn an_oddity_has_a_side_and_requirements() {
    let odd = listed_oddities(&TOY_PROTOCOL).unwrap().remove(0);
    assert_eq!((odd.name.as_str(), odd.faults.len()), ("slow_and_loud", 2));
    assert_eq!(
        (odd.acting_side, odd.requirements.as_str()),
        (Speaker::Engine, "TOY 1, 2")
    );
    assert_eq!(odd.known_false_positives, ["toy/moves"]);
    let column = |line: &str| {
        parse::parse_oddities(&TOY_PROTOCOL, line)
            .unwrap_err()
            .column
    };
    assert_eq!(column("drop response \"a\" -> engine TOY 1"), 1);
    assert_eq!(column("x = drop response \"a\" -> both TOY 1"), 26);
    assert_eq!(
        column("x = drop response \"a\" -> engine TOY 1 accused moves"),
        47
    );
}

#[test]
fn a_fault_spec_is_a_name_a_definition_or_the_word_none() {
    assert!(find_faults(&TOY_PROTOCOL, "none").unwrap().is_empty());
    assert_eq!(
        find_faults(&TOY_PROTOCOL, "mute").unwrap()[0]
            .name
            .as_deref(),
        Some("mute")
    );
    assert!(
        find_faults(&TOY_PROTOCOL, "close at start").unwrap()[0]
            .broken_rules
            .is_none()
    );
    assert_eq!(
        find_faults(&TOY_PROTOCOL, "slow_and_loud").unwrap().len(),
        2
    );
    let error = find_faults(&TOY_PROTOCOL, "moot").unwrap_err();
    assert!(
        error
            .message
            .to_string()
            .starts_with("unrecognized fault `moot` for Toy 1;")
    );
}
