//! Parsing of patterns, and its errors.

use crate::transcript::Pattern;

/// The column and message of the error.
fn wrong(pattern: &str) -> String {
    let error = Pattern::parse(pattern.as_bytes()).unwrap_err();
    assert_eq!(error.line, 1);
    format!("{}: {}", error.column, error.message)
}

#[test]
fn the_source_is_kept_and_names_are_listed() {
    let source = b"bestmove {best:move}  [ponder {reply:move}] [(draw|resign)]";
    let pattern = Pattern::parse(source).unwrap();
    assert_eq!(pattern.source(), source);
    assert_eq!(pattern.names().collect::<Vec<_>>(), ["best", "reply"]);
}

#[test]
fn literal_words_have_no_special_characters() {
    let pattern = Pattern::literal_words("a [b] {c}\\ (d|e)");
    let no_move = crate::transcript::NO_MOVES;
    assert!(pattern.matches(b"a  [b] {c}\\ (d|e)", no_move).is_some());
    assert!(pattern.matches(b"a", no_move).is_none());
    let again = Pattern::parse(pattern.source()).unwrap();
    assert!(again.matches(b"a [b] {c}\\ (d|e)", no_move).is_some());
    assert_eq!(again, pattern);
}

#[test]
fn brackets_must_be_closed_and_opened() {
    assert_eq!(wrong("a [b"), "3: this group is not closed");
    assert_eq!(wrong("(a|b"), "1: this group is not closed");
    assert_eq!(wrong("a {move"), "3: this { is not closed");
    let closes_nothing =
        "this bracket has no opening bracket; write a \\ before it for the character";
    assert_eq!(wrong("a ] b"), format!("3: {closes_nothing}"));
    assert_eq!(wrong("[a)"), format!("3: {closes_nothing}"));
    assert_eq!(wrong("(a]"), format!("3: {closes_nothing}"));
    assert_eq!(wrong("a}"), format!("2: {closes_nothing}"));
}

#[test]
fn an_empty_pattern_is_an_error() {
    assert_eq!(wrong(""), "1: empty pattern; [..] matches any line");
    assert_eq!(wrong("  "), "1: empty pattern; [..] matches any line");
    assert_eq!(wrong("a []"), "4: empty group; [..] matches anything");
    assert_eq!(wrong("a ()"), "4: empty choice");
    assert_eq!(wrong("(a|)"), "4: empty choice");
    assert_eq!(wrong("(|a)"), "2: empty choice");
    assert_eq!(wrong("(a||b)"), "4: empty choice");
}

#[test]
fn a_choice_is_only_in_parentheses() {
    let message = "| is allowed only between choices in ( ); write \\| for the character";
    assert_eq!(wrong("a|b"), format!("2: {message}"));
    assert_eq!(wrong("[a|b]"), format!("3: {message}"));
}

#[test]
fn groups_and_placeholders_need_spaces_around() {
    let message = "expected a space; write a \\ before a special character in a word";
    assert_eq!(wrong("x{move}"), format!("2: {message}"));
    assert_eq!(wrong("{move}x"), format!("7: {message}"));
    assert_eq!(wrong("[a][b]"), format!("4: {message}"));
    assert_eq!(wrong("[..]x"), format!("5: {message}"));
}

#[test]
fn unknown_placeholders_are_errors() {
    let kinds = "expected {move}, {moves}, {int}, {uint}, {word} or {text}";
    assert_eq!(wrong("{}"), format!("2: {kinds}"));
    assert_eq!(wrong("a {best}"), format!("4: {kinds}"));
    assert_eq!(wrong("{best:mvoe}"), format!("7: {kinds}"));
    let names = "a capture name has letters, digits and _ only; `clock` is reserved";
    assert_eq!(wrong("{:move}"), format!("2: {names}"));
    assert_eq!(wrong("{1:move}"), format!("2: {names}"));
    assert_eq!(wrong("{clock:move}"), format!("2: {names}"));
}

#[test]
fn a_name_is_bound_once() {
    assert_eq!(wrong("{a:move} {a:move}"), "11: `a` is captured twice");
    assert_eq!(
        wrong("({a:move}|none {a:int})"),
        "17: `a` is captured twice"
    );
}

#[test]
fn a_backslash_is_only_allowed_before_special_characters() {
    let message = "expected { } [ ] ( ) | or \\ after \\";
    assert_eq!(wrong("a\\n"), format!("2: {message}"));
    assert_eq!(wrong("a \\"), format!("3: {message}"));
}

#[test]
fn a_control_byte_matches_no_word() {
    assert_eq!(wrong("bye\r"), "4: unexpected control byte in a pattern");
}

#[test]
fn the_nesting_of_groups_is_limited() {
    let nested = |depth| ["(".repeat(depth), "a".to_owned(), ")".repeat(depth)].concat();
    assert!(Pattern::parse(nested(32).as_bytes()).is_ok());
    assert_eq!(wrong(&nested(33)), "33: groups are nested too deeply");
    assert_eq!(
        wrong(&"[".repeat(100_000)),
        "33: groups are nested too deeply"
    );
}
