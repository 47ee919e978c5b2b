//! Tests of parse errors and their positions: an ambiguous line is an error.

use crate::transcript::{Script, Transcript};

/// Scripts and their errors: line, column and message.
const SCRIPT_ERRORS: &[(&str, &str)] = &[
    ("hello\n", "1:1 unrecognized line"),
    ("> a\n > b\n", "2:1 unrecognized line"),
    (">a\n", "1:2 expected a space after `>`"),
    ("<*a\n", "1:3 expected a space after `<*`"),
    (">\ta\n", "1:2 expected a space after `>`"),
    (">> a\n", "1:2 expected a space after `>`"),
    (
        "1.5 > a\n",
        "1:1 expected a time stamp: seconds with exactly six decimals",
    ),
    (
        "1.0000000 > a\n",
        "1:1 expected a time stamp: seconds with exactly six decimals",
    ),
    (
        "1.000000\n",
        "1:1 expected a time stamp: seconds with exactly six decimals",
    ),
    (
        "1000000000.000001 > a\n",
        "1:1 the time stamp exceeds 1000000000 seconds",
    ),
    (
        "99999999999999999999.000000 > a\n",
        "1:1 the time stamp exceeds 1000000000 seconds",
    ),
    (
        "~ 1000000001s\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (
        "~ 99999999999999999h\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (
        "1.000000 <* a\n",
        "1:1 only recorded events have a time stamp",
    ),
    ("1.000000 \n", "1:1 only recorded events have a time stamp"),
    (
        "2.000000 > a\n1.999999 > b\n",
        "2:1 the time stamp is earlier than the previous time stamp",
    ),
    (
        "> a \n",
        "1:4 a line with control bytes, or with a space at either end, must be a chunk",
    ),
    (
        "1.000000 >  a\n",
        "1:12 a line with control bytes, or with a space at either end, must be a chunk",
    ),
    (
        "< a\tb\n",
        "1:4 a line with control bytes, or with a space at either end, must be a chunk",
    ),
    ("> \n", "1:2 unexpected space at the end"),
    ("... \n< a\n", "1:4 unexpected space at the end"),
    ("... a\n", "1:5 unexpected text after the mark"),
    (
        "<| a\\q\n",
        "1:5 unrecognized escape; expected \\n \\r \\t \\0 \\xNN or \\\\",
    ),
    (
        "<| \\x4\n",
        "1:4 unrecognized escape; expected \\n \\r \\t \\0 \\xNN or \\\\",
    ),
    (
        "<| \\x+1\n",
        "1:4 unrecognized escape; expected \\n \\r \\t \\0 \\xNN or \\\\",
    ),
    ("<| a \n", "1:5 write a space at the end as \\x20"),
    ("<| a\tb\n", "1:5 write this control byte as \\x09"),
    ("%| a\n", "1:5 expected \\n at the end of the line"),
    (
        "~ 5\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (">! now\n", "1:4 expected `>! eof`"),
    (
        "! dead\n",
        "1:3 expected exit N, signal NAME, eof, killed or cut",
    ),
    ("! exit x\n", "1:8 expected an exit status"),
    ("! signal a b\n", "1:10 expected the name of a signal"),
    (
        "!\n",
        "1:3 expected exit N, signal NAME, eof, killed or cut",
    ),
    (
        "! cut\n> a\n",
        "2:1 unexpected line after the end of the session",
    ),
    (
        "! eof\n@ready\n",
        "2:1 unexpected line after the end of the session",
    ),
    (
        "=\n",
        "1:3 expected the name of a measurement, such as `memory`",
    ),
    ("= rss \n", "1:6 unexpected space at the end"),
    (
        "@nonsense\n",
        "1:2 unknown directive; expected one of: each-option, each-option-wrong, end",
    ),
    ("@ title\n", "1:2 unknown directive"),
    ("@title \n", "1:8 expected text after the directive"),
    (
        "@title \u{e9}\t\n",
        "1:10 unexpected control byte in a directive",
    ),
    ("@protocol ucci uci\n", "1:11 expected one word"),
    (
        "@protocol ucci\n@protocol uci\n",
        "2:1 duplicate `@protocol`",
    ),
    (
        "@within soon\n< a\n",
        "1:9 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (
        "@within 2s\n> a\n< b\n",
        "1:1 expected `<`, `<*` or `<|` after this `@within`",
    ),
    (
        "@within 2s\n@within 2s\n< b\n",
        "1:1 expected `<`, `<*` or `<|` after this `@within`",
    ),
    (
        "@within 2s\n",
        "1:1 expected `<`, `<*` or `<|` after this `@within`",
    ),
    ("@ready now\n", "1:8 unexpected text after the directive"),
    ("@file game (;SZ[9])\n", "1:7 expected the name of a file"),
    ("@file game.sgf\n", "1:7 expected the name of a file"),
    (
        "@file ../game.sgf (;SZ[9])\n",
        "1:7 expected the name of a file",
    ),
    ("@setoption\n", "1:11 expected the name of an option"),
    (
        "@setoption if-announced\n",
        "1:12 expected the name of an option",
    ),
    (
        "...\n> a\n! cut\n",
        "1:1 expected `<`, `<*` or `<|` after this `...`",
    ),
    (
        "< a\n...\n",
        "2:1 expected `<`, `<*` or `<|` after this `...`",
    ),
    ("...\n...\n< a\n", "2:1 duplicate `...`"),
    (
        "<! a\n> b\n",
        "1:1 expected `<`, `<*` or `<|` after this `<!`",
    ),
    (
        "<! a {b:word}\n< c\n",
        "1:7 a line with `<!` cannot capture text; remove the name before the `:`",
    ),
    ("<* a [\n", "1:6 this group is not closed"),
    ("<*\n", "1:4 empty pattern; [..] matches any line"),
    (
        "<* {a:word}\n<* b {a:word}\n",
        "2:7 `a` is already captured",
    ),
    (
        "> go {best}\n<* {best:move}\n",
        "1:6 no earlier pattern captures `best`",
    ),
    ("@repeat\n", "1:8 expected the number of rounds"),
    ("@repeat 0\n@end\n", "1:9 expected the number of rounds"),
    (
        "@repeat 2 until {\n@end\n",
        "1:9 expected the number of rounds",
    ),
    ("@repeat 2\n> a\n", "1:1 missing `@end` for this `@repeat`"),
    (
        "@repeat 2\n@repeat 3\n@end\n@end\n",
        "2:1 `@repeat` cannot be nested",
    ),
    ("> a\n@end\n", "2:1 `@end` without `@repeat`"),
    (
        "@repeat 2\n...\n@end\n< a\n",
        "3:1 expected `<`, `<*` or `<|` before",
    ),
    ("> {99999999*abc}\n", "1:3 the line exceeds 16 MiB"),
    ("1.000000 > go {\n", "1:15 this { is not closed"),
    (
        "> a\n< b\r\n",
        "2:4 this line end differs from that of the first line",
    ),
    (
        "> a\r\n< b\n",
        "2:4 this line end differs from that of the first line",
    ),
    (
        "> a\r",
        "1:4 a line with control bytes, or with a space at either end, must be a chunk",
    ),
];

/// Lines that are allowed in a script, but not in a transcript.
const TRANSCRIPT_ERRORS: &[(&str, &str)] = &[
    ("> a\n<* b\n", "2:1 this line is allowed only in a script"),
    ("...\n< a\n", "1:1 this line is allowed only in a script"),
    ("<! a\n< b\n", "1:1 this line is allowed only in a script"),
    (
        "1.000000 > a {b}\n",
        "1:14 a transcript cannot have placeholders",
    ),
    (
        "> {clock:3s}\n",
        "1:3 a transcript cannot have placeholders",
    ),
    ("@nonsense\n", "1:2 unknown directive"),
    (
        "2.000000 > a\n1.999999 > b\n",
        "2:1 the time stamp is earlier than the previous time stamp",
    ),
    (
        "! cut\n> a\n",
        "2:1 unexpected line after the end of the session",
    ),
];

#[test]
fn script_errors_have_a_position_and_a_message() {
    for (text, expected) in SCRIPT_ERRORS {
        let error = Script::parse(text.as_bytes()).expect_err(text);
        let shown = format!("{}:{} {}", error.line_number, error.column, error.message);
        assert!(shown.starts_with(expected), "{text:?}: {shown}");
    }
}

#[test]
fn transcript_errors_have_a_position_and_a_message() {
    for (text, expected) in TRANSCRIPT_ERRORS {
        let error = Transcript::parse(text.as_bytes()).expect_err(text);
        let shown = format!("{}:{} {}", error.line_number, error.column, error.message);
        assert!(shown.starts_with(expected), "{text:?}: {shown}");
    }
}

#[test]
fn an_error_is_printed_with_its_position() {
    let error = Script::parse(b"\n\n>a\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 2: expected a space after `>`"
    );
}

#[test]
fn a_directive_that_is_no_utf8_is_an_error() {
    let error = Script::parse(b"@title \xff\n").unwrap_err();
    assert_eq!(
        (error.column, error.message.to_string().as_str()),
        (8, "this is not valid UTF-8")
    );
}
