//! Tests of the pattern parser and its errors.

use crate::transcript::Pattern;

/// Returns the column and the message of the error in a pattern.
fn pattern_error(pattern: &str) -> String {
    let error = Pattern::parse(pattern.as_bytes()).unwrap_err();
    assert_eq!(error.line_number, 1);
    format!("{}: {}", error.column, error.message)
}

#[test]
fn the_source_is_kept_and_names_are_listed() {
    let source = b"bestmove {best:move}  [ponder {reply:move}] [(draw|resign)]";
    let pattern = Pattern::parse(source).unwrap();
    assert_eq!(pattern.source(), source);
    assert_eq!(
        pattern.capture_names().collect::<Vec<_>>(),
        ["best", "reply"]
    );
}

#[test]
fn special_characters_in_literal_words_match_themselves() {
    let pattern = Pattern::from_literal_words("a [b] {c}\\ (d|e)");
    let no_move = crate::transcript::NEVER_MATCHING_MOVE_SYNTAX;
    assert!(pattern.matches(b"a  [b] {c}\\ (d|e)", no_move).is_some());
    assert!(pattern.matches(b"a", no_move).is_none());
    let again = Pattern::parse(pattern.source()).unwrap();
    assert!(again.matches(b"a [b] {c}\\ (d|e)", no_move).is_some());
    assert_eq!(again, pattern);
}

#[test]
fn brackets_must_be_closed_and_opened() {
    assert_eq!(pattern_error("a [b"), "3: this group is not closed");
    assert_eq!(pattern_error("(a|b"), "1: this group is not closed");
    assert_eq!(pattern_error("a {move"), "3: this { is not closed");
    let closes_nothing =
        "this bracket matches no opening bracket; write a \\ before it to match the bracket itself";
    assert_eq!(pattern_error("a ] b"), format!("3: {closes_nothing}"));
    assert_eq!(pattern_error("[a)"), format!("3: {closes_nothing}"));
    assert_eq!(pattern_error("(a]"), format!("3: {closes_nothing}"));
    assert_eq!(pattern_error("a}"), format!("2: {closes_nothing}"));
}

#[test]
fn an_empty_pattern_is_an_error() {
    assert_eq!(pattern_error(""), "1: empty pattern; [..] matches any line");
    assert_eq!(
        pattern_error("  "),
        "1: empty pattern; [..] matches any line"
    );
    assert_eq!(
        pattern_error("a []"),
        "4: empty group; [..] matches anything"
    );
    assert_eq!(
        pattern_error("a ()"),
        "4: expected words between ( and |, or between | and )"
    );
    assert_eq!(
        pattern_error("(a|)"),
        "4: expected words between ( and |, or between | and )"
    );
    assert_eq!(
        pattern_error("(|a)"),
        "2: expected words between ( and |, or between | and )"
    );
    assert_eq!(
        pattern_error("(a||b)"),
        "4: expected words between ( and |, or between | and )"
    );
}

#[test]
fn a_bar_is_only_allowed_in_parentheses() {
    let message =
        "| is only allowed between choices in ( ); write \\| to match the character itself";
    assert_eq!(pattern_error("a|b"), format!("2: {message}"));
    assert_eq!(pattern_error("[a|b]"), format!("3: {message}"));
}

#[test]
fn groups_and_placeholders_need_spaces_around() {
    let message = "expected a space; write a \\ before a special character in a word";
    assert_eq!(pattern_error("x{move}"), format!("2: {message}"));
    assert_eq!(pattern_error("{move}x"), format!("7: {message}"));
    assert_eq!(pattern_error("[a][b]"), format!("4: {message}"));
    assert_eq!(pattern_error("[..]x"), format!("5: {message}"));
}

#[test]
fn unknown_placeholders_are_errors() {
    let kinds = "expected {move}, {moves}, {int}, {uint}, {word} or {text}";
    assert_eq!(pattern_error("{}"), format!("2: {kinds}"));
    assert_eq!(pattern_error("a {best}"), format!("4: {kinds}"));
    let suggested = "unrecognized placeholder `mvoe`; did you mean `move`?";
    assert_eq!(pattern_error("{best:mvoe}"), format!("7: {suggested}"));
    let names = "a capture name has letters, digits and _ only; `clock` is reserved";
    assert_eq!(pattern_error("{:move}"), format!("2: {names}"));
    assert_eq!(pattern_error("{1:move}"), format!("2: {names}"));
    assert_eq!(pattern_error("{clock:move}"), format!("2: {names}"));
}

#[test]
fn a_name_is_captured_only_once() {
    assert_eq!(
        pattern_error("{a:move} {a:move}"),
        "11: `a` is captured twice"
    );
    assert_eq!(
        pattern_error("({a:move}|none {a:int})"),
        "17: `a` is captured twice"
    );
}

#[test]
fn a_backslash_is_only_allowed_before_special_characters() {
    let message = "expected { } [ ] ( ) | or \\ after \\";
    assert_eq!(pattern_error("a\\n"), format!("2: {message}"));
    assert_eq!(pattern_error("a \\"), format!("3: {message}"));
}

#[test]
fn a_control_byte_in_a_pattern_is_an_error() {
    assert_eq!(
        pattern_error("bye\r"),
        "4: unexpected control byte in a pattern"
    );
}

#[test]
fn the_nesting_of_groups_is_limited() {
    let nested = |depth| ["(".repeat(depth), "a".to_owned(), ")".repeat(depth)].concat();
    assert!(Pattern::parse(nested(32).as_bytes()).is_ok());
    assert_eq!(
        pattern_error(&nested(33)),
        "33: groups are nested too deeply"
    );
    assert_eq!(
        pattern_error(&"[".repeat(100_000)),
        "33: groups are nested too deeply"
    );
}
