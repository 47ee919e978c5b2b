//! Finds the cause of a crash in the lines that an engine wrote on standard error: the error, and the place in the
//! engine's source code if a trace names the place.
//!
//! The last line on standard error is not always the cause: after a panic Rust gives advice, and Java and Go print the
//! calls.

use crate::transcript::{EventKind, Transcript};

/// The cause of a crash, as the engine wrote it.
#[derive(Debug, PartialEq)]
pub(crate) struct CrashCause {
    /// The line that names the error.
    pub(crate) error: String,
    /// The place in the engine's source code where the error occurred.
    pub(crate) place: Option<String>,
}

/// Only this number of lines at the end of standard error is searched for the trace of a crash.
const MAX_TRACE_LINES: usize = 200;

/// Finds the cause of a crash in the lines on standard error. Without a trace, the last line that is not blank is the
/// cause.
pub(crate) fn find_crash_cause(transcript: &Transcript) -> Option<CrashCause> {
    let newest_first = transcript.events.iter().rev();
    let newest_first = newest_first.filter_map(|it| match &it.kind {
        EventKind::Stderr(line) => Some(String::from_utf8_lossy(line).trim().to_owned()),
        _ => None,
    });
    let newest_first = newest_first.filter(|it| !it.is_empty());
    let mut lines: Vec<String> = newest_first.take(MAX_TRACE_LINES).collect();
    lines.reverse();
    find_cause_in_lines(&lines)
}

/// Finds the cause of a crash in lines of standard error that are neither blank nor indented.
pub(crate) fn find_cause_in_lines(lines: &[String]) -> Option<CrashCause> {
    let traces = [
        python_cause,
        rust_cause,
        java_or_go_cause,
        node_cause,
        usage_error_cause,
    ];
    let cause = traces.iter().find_map(|it| it(lines));
    cause.or_else(|| {
        let error = lines.last()?.clone();
        Some(CrashCause { error, place: None })
    })
}

/// In a Python traceback, the last call is the place where the program crashed. The error is the last line that begins
/// with a name, such as `IndexError`, among the lines after the last call.
fn python_cause(lines: &[String]) -> Option<CrashCause> {
    let start = lines
        .iter()
        .rposition(|it| it.starts_with("Traceback (most recent call last)"))?;
    let trace = &lines[start..];
    let call = trace.iter().rposition(|it| it.starts_with("File \""))?;
    let is_error = |it: &&String| {
        let name = it.split(':').next().unwrap_or_default();
        let is_name = |it: char| it.is_alphanumeric() || "._".contains(it);
        !name.is_empty() && name.chars().all(is_name)
    };
    let error = trace[call + 1..].iter().rfind(is_error)?;
    Some(CrashCause {
        error: error.clone(),
        place: Some(trace[call].clone()),
    })
}

/// Rust prints the source location in the first line of a panic's message, and the error in the next line.
fn rust_cause(lines: &[String]) -> Option<CrashCause> {
    let is_panic = |it: &String| it.starts_with("thread '") && it.contains(" panicked at ");
    let start = lines.iter().rposition(is_panic)?;
    let (_, place) = lines[start].split_once(" panicked at ")?;
    let error = lines.get(start + 1)?;
    Some(CrashCause {
        error: error.clone(),
        place: Some(place.trim_end_matches(':').to_owned()),
    })
}

/// Java and Go print the error in the first line of a crash trace, and the function calls after it.
fn java_or_go_cause(lines: &[String]) -> Option<CrashCause> {
    let is_error =
        |it: &String| it.starts_with("Exception in thread ") || it.starts_with("panic: ");
    let start = lines.iter().rposition(is_error)?;
    let is_place = |it: &&String| it.starts_with("at ") || it.contains(".go:");
    let place = lines[start + 1..].iter().find(is_place);
    Some(CrashCause {
        error: lines[start].clone(),
        place: place.map(|it| it.trim_start_matches("at ").to_owned()),
    })
}

/// Node.js prints its version in the last line. The error comes before the function calls.
fn node_cause(lines: &[String]) -> Option<CrashCause> {
    lines.last().filter(|it| it.starts_with("Node.js v"))?;
    let is_error = |it: &String| {
        let name = it.split([':', ' ']).next().unwrap_or_default();
        name.ends_with("Error") && it.contains(": ")
    };
    let start = lines.iter().rposition(is_error)?;
    let place = lines[start + 1..].iter().find(|it| it.starts_with("at "));
    Some(CrashCause {
        error: lines[start].clone(),
        place: place.map(|it| it.trim_start_matches("at ").to_owned()),
    })
}

/// A program with invalid command-line arguments prints the error first, and then its usage.
fn usage_error_cause(lines: &[String]) -> Option<CrashCause> {
    let error = lines.iter().find(|it| it.starts_with("error: "))?;
    Some(CrashCause {
        error: error.clone(),
        place: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Event;

    fn cause_of(text: &str) -> Option<(String, Option<String>)> {
        let event = |line: &str| Event {
            at: None,
            kind: EventKind::Stderr(line.as_bytes().to_vec()),
        };
        let transcript = Transcript {
            events: text.lines().map(event).collect(),
        };
        find_crash_cause(&transcript).map(|it| (it.error, it.place))
    }

    fn expected_cause(error: &str, place: &str) -> Option<(String, Option<String>)> {
        let place = (!place.is_empty()).then(|| place.to_owned());
        Some((error.to_owned(), place))
    }

    #[test]
    fn a_trace_names_the_error_and_the_place() {
        let python = "Traceback (most recent call last):\n  File \"engine.py\", line 9, in <module>\n    main()\n  \
                      File \"engine.py\", line 4, in main\n    return moves[0]\n           ~~~~~^^^\nIndexError: list \
                      index out of range\n";
        assert_eq!(
            cause_of(python),
            expected_cause(
                "IndexError: list index out of range",
                "File \"engine.py\", line 4, in main"
            )
        );
        let rust = "thread 'main' (17) panicked at src/main.rs:7:5:\nindex out of bounds\nnote: run with \
                    `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        assert_eq!(
            cause_of(rust),
            expected_cause("index out of bounds", "src/main.rs:7:5")
        );
        let java = "Exception in thread \"main\" java.lang.NullPointerException\n\tat Engine.go(Engine.java:12)\n\t\
                    at Engine.main(Engine.java:3)\n";
        assert_eq!(
            cause_of(java),
            expected_cause(
                "Exception in thread \"main\" java.lang.NullPointerException",
                "Engine.go(Engine.java:12)"
            )
        );
        let node = "/engine.js:7\n    board.length\n          ^\n\nTypeError: Cannot read properties of undefined\n    \
                    at go (/engine.js:7:11)\n    at main (/engine.js:9:1)\n\nNode.js v20.20.2\n";
        assert_eq!(
            cause_of(node),
            expected_cause(
                "TypeError: Cannot read properties of undefined",
                "go (/engine.js:7:11)"
            )
        );
        let go = "panic: runtime error: index out of range [1] with length 1\n\ngoroutine 1 [running]:\nmain.main()\n\
                  \t/src/main.go:6 +0x1d\nexit status 2\n";
        assert_eq!(
            cause_of(go),
            expected_cause(
                "panic: runtime error: index out of range [1] with length 1",
                "/src/main.go:6 +0x1d"
            )
        );
    }

    #[test]
    fn without_a_trace_the_last_line_is_the_cause() {
        let usage = "error: no such option\n\nFor more information, try '--help'.\n";
        assert_eq!(cause_of(usage), expected_cause("error: no such option", ""));
        assert_eq!(
            cause_of("loading\nSegmentation fault\n\n"),
            expected_cause("Segmentation fault", "")
        );
        assert_eq!(cause_of("\n\n"), None);
        // Incomplete traces: each ends before the error or before the place in the source code.
        let begun =
            "Traceback (most recent call last):\n  File \"engine.py\", line 9, in <module>\n";
        assert_eq!(
            cause_of(begun),
            expected_cause("File \"engine.py\", line 9, in <module>", "")
        );
        assert_eq!(
            cause_of("thread 'main' panicked at src/main.rs:7:5:\n"),
            expected_cause("thread 'main' panicked at src/main.rs:7:5:", "")
        );
    }
}
