//! Tests of lines to send, with placeholders.

use std::time::Duration;

use crate::transcript::{Captures, Template};

fn fill_template(template: &str) -> Result<String, String> {
    let mut captures = Captures::default();
    captures.insert("best", *b"b0c2");
    let template = Template::parse(template.as_bytes()).unwrap();
    let line =
        template.fill_placeholders(&captures, &|time: Duration| time.as_millis().to_string())?;
    Ok(String::from_utf8(line).unwrap())
}

fn template_error(template: &str) -> (usize, String) {
    let error = Template::parse(template.as_bytes()).unwrap_err();
    (error.column, error.message.to_string())
}

#[test]
fn captures_clocks_and_braces_are_filled_in() {
    assert_eq!(
        fill_template("moves {best} {best}"),
        Ok("moves b0c2 b0c2".to_owned())
    );
    assert_eq!(
        fill_template("time {clock:1.5s}"),
        Ok("time 1500".to_owned())
    );
    assert_eq!(fill_template("{{best} }"), Ok("{best} }".to_owned()));
    assert_eq!(fill_template("{{{best}}"), Ok("{b0c2}".to_owned()));
    assert_eq!(fill_template(""), Ok(String::new()));
}

#[test]
fn a_placeholder_without_a_capture_is_an_error() {
    assert_eq!(fill_template("{best} {reply}"), Err("reply".to_owned()));
}

#[test]
fn an_unknown_placeholder_is_an_error() {
    let only =
        "unrecognized placeholder; expected {name}, {clock:3s} or {80*text}; write {{ for a brace";
    assert_eq!(
        template_error("a {"),
        (3, "this { is not closed; write {{ for a brace".to_owned())
    );
    assert_eq!(template_error("a {b c}"), (3, only.to_owned()));
    assert_eq!(template_error("{}"), (1, only.to_owned()));
    assert_eq!(template_error("{best:move}"), (1, only.to_owned()));
    let clock = "expected a duration such as 50ms, 1.5s, 10m or 1h, like {clock:3s}";
    assert_eq!(template_error("{clock}"), (7, clock.to_owned()));
    assert_eq!(template_error("{clock:3}"), (8, clock.to_owned()));
}

#[test]
fn braces_in_a_literal_template_are_no_placeholders() {
    let template = Template::from_literal(b"{best}");
    let line = template.fill_placeholders(&Captures::default(), &|_| String::new());
    assert_eq!(line.as_deref(), Ok(&b"{best}"[..]));
    assert_eq!(template.capture_names().count(), 0);
}
