//! Tests the parser of `option` lines.

use super::*;

fn parse_option_line(line: &str) -> OptionLine {
    parse_option(Words::new(line.as_bytes()))
}

#[test]
fn option_names_and_values_may_have_several_words() {
    let it = parse_option_line(
        "name Playing Style type combo default very solid var very solid var risky",
    );
    assert_eq!(it.name, "Playing Style");
    assert_eq!(it.combo_values, ["very solid", "risky"]);
    assert_eq!(it.default.map(|it| it.0).as_deref(), Some("very solid"));
    assert_eq!(it.grammar_error, None);
    let it = parse_option_line("name Path type string default C:\\a b;max d:\\ min");
    let default = it.default.map(|it| it.0);
    assert_eq!(default.as_deref(), Some("C:\\a b;max d:\\ min"));
}

#[test]
fn option_parts_may_have_any_order() {
    let it = parse_option_line("name Hash type spin max 9 default 3 min 1");
    assert_eq!((it.min, it.max, it.grammar_error), (Some(1), Some(9), None));
    for line in [
        "name Clear Hash type button",
        "name Ponder type check default false",
        "name Log type string default",
        "name Log type string default <empty>",
        "name Log type string",
    ] {
        assert_eq!(parse_option_line(line).grammar_error, None, "{line}");
    }
}

#[test]
fn malformed_option_lines_yield_errors() {
    for line in [
        "",
        "Hash type spin",
        "name type spin",
        "name Hash",
        "name Hash type",
        "name Hash type spin min x max 3 default 2",
        "name Hash type spin min max 3 default 2",
        "name Hash type spin min 1 min 1 max 3 default 2",
        "name Ponder type check maybe",
        "name Style type combo default a var",
    ] {
        assert!(parse_option_line(line).grammar_error.is_some(), "{line}");
    }
}

#[test]
fn names_and_values_may_contain_keywords() {
    let it = parse_option_line("name Book min depth type spin default 3 min 1 max 9");
    assert_eq!((it.name.as_str(), it.min), ("Book min depth", Some(1)));
    assert_eq!(it.grammar_error, None);
    let it = parse_option_line("name Style type combo default min risk var min risk var max risk");
    assert_eq!(it.combo_values, ["min risk", "max risk"]);
    assert_eq!(it.default.map(|it| it.0).as_deref(), Some("min risk"));
    assert_eq!(it.grammar_error, None);
    for (line, name) in [
        ("name Show type type check default true", "Show type"),
        ("name max type check default true", "max"),
    ] {
        let it = parse_option_line(line);
        assert_eq!((it.name.as_str(), it.grammar_error), (name, None));
    }
}
