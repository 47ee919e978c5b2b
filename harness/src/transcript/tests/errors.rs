//! What is wrong, and where: whatever is not clear is an error.

use crate::transcript::{Script, Transcript};

/// The errors of scripts, as printed.
const SCRIPTS: &[(&str, &str)] = &[
    ("hello\n", "1:1 no line begins like this"),
    ("> a\n > b\n", "2:1 no line begins like this"),
    (">a\n", "1:2 a blank goes after `>`"),
    ("<*a\n", "1:3 a blank goes after `<*`"),
    (">\ta\n", "1:2 a blank goes after `>`"),
    (">> a\n", "1:2 a blank goes after `>`"),
    (
        "1.5 > a\n",
        "1:1 a stamp is seconds with exactly six decimals",
    ),
    (
        "1.0000000 > a\n",
        "1:1 a stamp is seconds with exactly six decimals",
    ),
    (
        "1.000000\n",
        "1:1 a stamp is seconds with exactly six decimals",
    ),
    (
        "1000000000.000001 > a\n",
        "1:1 a stamp is a number of at most 1000000000 seconds",
    ),
    (
        "99999999999999999999.000000 > a\n",
        "1:1 a stamp is a number of at most 1000000000 seconds",
    ),
    (
        "~ 1000000001s\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (
        "~ 99999999999999999h\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    ("1.000000 <* a\n", "1:1 only what was recorded has a stamp"),
    ("1.000000 \n", "1:1 only what was recorded has a stamp"),
    (
        "2.000000 > a\n1.999999 > b\n",
        "2:1 this stamp goes back in time",
    ),
    (
        "> a \n",
        "1:4 blanks at the ends and control bytes need a chunk",
    ),
    (
        "1.000000 >  a\n",
        "1:12 blanks at the ends and control bytes need a chunk",
    ),
    (
        "< a\tb\n",
        "1:4 blanks at the ends and control bytes need a chunk",
    ),
    ("> \n", "1:2 a blank at the end"),
    ("... \n< a\n", "1:4 a blank at the end"),
    ("... a\n", "1:5 nothing goes here"),
    ("<| a\\q\n", "1:5 use \\n \\r \\t \\0 \\xNN or \\\\"),
    ("<| \\x4\n", "1:4 use \\n \\r \\t \\0 \\xNN or \\\\"),
    ("<| \\x+1\n", "1:4 use \\n \\r \\t \\0 \\xNN or \\\\"),
    ("<| a \n", "1:5 write a blank at the end as \\x20"),
    ("<| a\tb\n", "1:5 write this control byte as \\x09"),
    ("%| a\n", "1:5 a line ends with \\n here"),
    (
        "~ 5\n",
        "1:3 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    (">! now\n", "1:4 only `>! eof` is known"),
    (
        "! dead\n",
        "1:3 the end is exit N, signal NAME, eof, killed or cut",
    ),
    ("! exit x\n", "1:8 a status goes here"),
    ("! signal a b\n", "1:10 the name of a signal goes here"),
    (
        "!\n",
        "1:3 the end is exit N, signal NAME, eof, killed or cut",
    ),
    ("! cut\n> a\n", "2:1 nothing comes after the end"),
    ("! eof\n@ready\n", "2:1 nothing comes after the end"),
    ("=\n", "1:3 the name of a fact goes here"),
    ("= rss \n", "1:6 a blank at the end"),
    (
        "@nonsense\n",
        "1:2 unknown directive; there are alone, each-option, each-option-wrong, end",
    ),
    ("@ title\n", "1:2 unknown directive"),
    ("@title \n", "1:8 some text goes here"),
    ("@title \u{e9}\t\n", "1:10 a control byte in a directive"),
    ("@protocol ucci uci\n", "1:11 one word goes here"),
    (
        "@protocol ucci\n@protocol uci\n",
        "2:1 `@protocol` was already said",
    ),
    (
        "@within soon\n< a\n",
        "1:9 expected a duration such as 50ms, 1.5s, 10m or 1h",
    ),
    ("@within 2s\n> a\n< b\n", "1:1 `@within` goes before"),
    ("@within 2s\n@within 2s\n< b\n", "1:1 `@within` goes before"),
    ("@within 2s\n", "1:1 `@within` goes before"),
    ("@ready now\n", "1:8 nothing goes after this directive"),
    ("@setoption\n", "1:11 the name of an option goes here"),
    (
        "@setoption if-announced\n",
        "1:12 the name of an option goes here",
    ),
    (
        "...\n> a\n! cut\n",
        "1:1 no `<`, `<*` or `<|` comes after this `...`",
    ),
    (
        "< a\n...\n",
        "2:1 no `<`, `<*` or `<|` comes after this `...`",
    ),
    ("...\n...\n< a\n", "2:1 `...` was already said"),
    (
        "<! a\n> b\n",
        "1:1 no `<`, `<*` or `<|` comes after this `<!`",
    ),
    (
        "<! a {b:word}\n< c\n",
        "1:7 a line that must not come binds no name",
    ),
    ("<* a [\n", "1:6 this group is never closed"),
    ("<*\n", "1:4 an empty pattern; [..] is any line"),
    ("<* {a:word}\n<* b {a:word}\n", "2:7 `a` was already bound"),
    (
        "> go {best}\n<* {best:move}\n",
        "1:6 no pattern before this line binds `best`",
    ),
    ("@repeat\n", "1:8 how often goes here"),
    ("@repeat 0\n@end\n", "1:9 how often goes here"),
    ("@repeat 2 until {\n@end\n", "1:9 how often goes here"),
    ("@repeat 2\n> a\n", "1:1 no `@end` closes this `@repeat`"),
    (
        "@repeat 2\n@repeat 3\n@end\n@end\n",
        "2:1 a `@repeat` within",
    ),
    ("> a\n@end\n", "2:1 this ends nothing"),
    (
        "@repeat 2\n...\n@end\n< a\n",
        "3:1 an expectation is missing",
    ),
    ("> {99999999*abc}\n", "1:3 more than 16 MiB in one line"),
    ("1.000000 > go {\n", "1:15 this { is never closed"),
    (
        "> a\n< b\r\n",
        "2:4 this line does not end like the first one",
    ),
    (
        "> a\r\n< b\n",
        "2:4 this line does not end like the first one",
    ),
    (
        "> a\r",
        "1:4 blanks at the ends and control bytes need a chunk",
    ),
];

/// What a script may say, and a transcript may not.
const TRANSCRIPTS: &[(&str, &str)] = &[
    ("> a\n<* b\n", "2:1 only a script can say this"),
    ("...\n< a\n", "1:1 only a script can say this"),
    ("<! a\n< b\n", "1:1 only a script can say this"),
    (
        "1.000000 > a {b}\n",
        "1:14 a transcript has nothing to fill in",
    ),
    ("> {clock:3s}\n", "1:3 a transcript has nothing to fill in"),
    ("@nonsense\n", "1:2 unknown directive"),
    (
        "2.000000 > a\n1.999999 > b\n",
        "2:1 this stamp goes back in time",
    ),
    ("! cut\n> a\n", "2:1 nothing comes after the end"),
];

#[test]
fn scripts_say_what_is_wrong_and_where() {
    for (text, expected) in SCRIPTS {
        let error = Script::parse(text.as_bytes()).expect_err(text);
        let shown = format!("{}:{} {}", error.line, error.column, error.message);
        assert!(shown.starts_with(expected), "{text:?}: {shown}");
    }
}

#[test]
fn transcripts_say_what_is_wrong_and_where() {
    for (text, expected) in TRANSCRIPTS {
        let error = Transcript::parse(text.as_bytes()).expect_err(text);
        let shown = format!("{}:{} {}", error.line, error.column, error.message);
        assert!(shown.starts_with(expected), "{text:?}: {shown}");
    }
}

#[test]
fn an_error_is_printed_with_its_place() {
    let error = Script::parse(b"\n\n>a\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 2: a blank goes after `>`"
    );
}

#[test]
fn a_directive_that_is_no_utf8_is_an_error() {
    let error = Script::parse(b"@title \xff\n").unwrap_err();
    assert_eq!(
        (error.column, error.message.as_str()),
        (8, "this is no UTF-8")
    );
}
