//! What is wrong with a fault is said with its column.

use super::{super::*, TOY};

fn error(spec: &str) -> (usize, String) {
    let error = parse::fault(&TOY, spec).unwrap_err();
    (error.column, error.message)
}

#[test]
fn errors_point_at_the_culprit() {
    for (spec, column, part) in [
        ("", 1, "is missing"),
        ("drip response \"a\"", 1, "not `drip`"),
        ("drop \"a\"", 6, "without quotes"),
        ("drop answer \"a\"", 6, "`command` or `response`"),
        ("drop response a", 15, "in quotes"),
        ("drop response \"a", 15, "no closing"),
        ("drop response \"a]\"", 17, ""),
        ("x = drop response", 18, "is missing"),
        ("replace response \"a\" with \"b\"", 22, "`by`"),
        ("replace response \"a\" by \"b{c}\"", 27, "`{c}`"),
        (
            "insert response \"{b}\" after command \"{a:move}\"",
            18,
            "`{b}`",
        ),
        ("insert response \"b\\q\" at start", 19, "escape"),
        ("delay response \"a\" by 5", 23, "no time"),
        ("delay response \"a\" by {bed}", 23, "makes no"),
        ("crash SIGFOO at start", 7, "not `SIGFOO`"),
        ("exit 256 at start", 6, "not `256`"),
        ("flood \"\" at start", 8, "nothing"),
        ("flood \"a\" 16mb at start", 11, "not `16mb`"),
        ("close in command \"a\"", 7, "`before` or `after` or `at`"),
        ("drop response \"a\" nth 0", 23, "not `0`"),
        (
            "drop response \"a\" while bored",
            25,
            "there are idle, going",
        ),
        ("drop response \"a\" soon", 19, "ends before this"),
        ("drop response \"a\" -> quit_bye", 22, "no rule's id"),
        (
            "drop response \"a\" -> nothing toy/a",
            30,
            "ends before this",
        ),
    ] {
        let (at, message) = error(spec);
        assert_eq!(at, column, "{spec}: {message}");
        assert!(message.contains(part), "{spec}: {message}");
    }
}

#[test]
fn a_line_of_a_list_is_named_and_declared() {
    let faults = named(&TOY).unwrap();
    let [mute] = &faults[..] else {
        panic!("{faults:?}");
    };
    assert_eq!(mute.name.as_deref(), Some("mute"));
    assert_eq!(mute.spec, "drop response \"move [..]\"");
    let breaks = mute.breaks.as_ref().unwrap();
    assert_eq!(breaks.must, ["toy/moves"]);
    assert_eq!(breaks.may, ["toy/hangs"]);
}

#[test]
fn a_list_says_in_which_line_it_is_wrong() {
    let error = parse::list(&TOY, "# fine\n\nx = drop").unwrap_err();
    assert_eq!((error.line, error.column), (3, 9));
}

#[test]
fn a_fault_is_named_or_spelled_out_or_none() {
    assert!(find(&TOY, "none").unwrap().is_none());
    assert_eq!(
        find(&TOY, "mute").unwrap().unwrap().name.as_deref(),
        Some("mute")
    );
    assert!(
        find(&TOY, "close at start")
            .unwrap()
            .unwrap()
            .breaks
            .is_none()
    );
    let error = find(&TOY, "moot").unwrap_err();
    assert_eq!(error.message, "there is no fault `moot` for Toy 1");
}
