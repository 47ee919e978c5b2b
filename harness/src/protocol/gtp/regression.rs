//! Parses the regression files of GNU Go and GoGui (`.tst`). Regression files contain GTP commands. The comment `#?
//! [pattern]` after a numbered command contains the expected answer to this command. A `!` before the pattern means
//! that the answer must not match the pattern. After the pattern, `*` marks a known failure, and `&` marks a test whose
//! answer does not matter.

use regex::Regex;

use crate::{
    message::{Message, message},
    protocol::regression::{RegressionAnswer, RegressionSuite, RegressionTest, SetupCommand},
    transcript::{Event, EventKind, ParseError, Script, Speaker, Transcript},
};

/// The timeout of each command of a regression file. The timeout is long because GNU Go and GoGui have no timeout for
/// regression files.
const COMMAND_TIMEOUT: &str = "1h";

/// The commands that put or remove stones; `clear_board` makes them ineffective.
const STONE_COMMANDS: [&str; 4] = ["clear_board", "fixed_handicap", "play", "set_free_handicap"];

/// The commands, besides those with stones, that set up the position of a test.
const OTHER_SETUP_COMMANDS: [&str; 3] = ["boardsize", "komi", "loadsgf"];

/// The error for an expected answer that is malformed.
const EXPECTATION_EXPECTED: Message = message!(
    "tst_brackets_expected",
    "expected `#?` and a pattern in brackets, such as `#? [A1|B2]`"
);

/// Parses a regression file.
pub(super) fn parse_suite(text: &[u8]) -> Result<RegressionSuite, ParseError> {
    let text = String::from_utf8_lossy(text);
    let mut script = String::new();
    let mut command_count = 0;
    // The last numbered command: its line number, its index among the commands, and its text.
    let mut numbered: Option<(usize, usize, String)> = None;
    let mut tests: Vec<RegressionTest> = Vec::new();
    let (mut setup_commands, mut other_commands) = (Vec::new(), Vec::new());
    let mut untested_lines = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(expected) = content.trim_start().strip_prefix("#?") {
            let Some((line_of_command, command_index, command)) = numbered.take() else {
                let message = message!(
                    "tst_number_expected",
                    "no command with a number comes before this expected answer"
                );
                return Err(parse_error_at_line(line, message));
            };
            let mut test = parse_expected(line, expected.trim())?;
            test.line_number = line_of_command;
            test.command_index = command_index;
            test.command = command;
            tests.push(test);
            continue;
        }
        if is_misspelled_expectation(content) {
            return Err(parse_error_at_line(line, EXPECTATION_EXPECTED));
        }
        let command = content.split('#').next().unwrap_or_default().trim();
        if command.is_empty() {
            continue;
        }
        let mut words = command.split_whitespace();
        let mut name = words.next().unwrap_or_default();
        if is_number(name) {
            let untested = numbered.replace((line, command_count, command.to_owned()));
            untested_lines.extend(untested.map(|it| it.0));
            name = words.next().unwrap_or_default();
        }
        let is_setup = STONE_COMMANDS.contains(&name) || OTHER_SETUP_COMMANDS.contains(&name);
        let commands = match is_setup {
            true => &mut setup_commands,
            false => &mut other_commands,
        };
        commands.push(SetupCommand {
            line_number: line,
            command_index: command_count,
            name: name.to_owned(),
            command: command.to_owned(),
        });
        command_count += 1;
        // The script waits for the first line of the response, and then for the empty line that ends the response.
        let command = command.replace('{', "{{");
        script.push_str(&format!(
            "> {command}\n@within {COMMAND_TIMEOUT}\n...\n<* {{text}}\n@within {COMMAND_TIMEOUT}\n...\n<\n"
        ));
    }
    untested_lines.extend(numbered.map(|it| it.0));
    let is_test = |index: usize| tests.iter().any(|it| it.command_index == index);
    setup_commands.retain(|it: &SetupCommand| !is_test(it.command_index));
    other_commands.retain(|it: &SetupCommand| !is_test(it.command_index));
    Ok(RegressionSuite {
        script: Script::parse(script.as_bytes())?,
        tests,
        setup_commands,
        other_commands,
        untested_lines,
        is_replaced_by,
        read_answers: answers,
    })
}

/// Whether a line is probably meant as the expected answer, such as `# ? [A1]`, `?# [A1]` and `#! [A1]`. As a comment it
/// would be left out, and its command not tested.
fn is_misspelled_expectation(line: &str) -> bool {
    let rest = line.trim().trim_start_matches(['#', '?', '!', ' ', '\t']);
    let marks = &line.trim()[..line.trim().len() - rest.len()];
    let is_marked = marks.contains('#') && marks.contains(['?', '!']);
    let pattern = rest.trim_end_matches(['*', '&', ' ']);
    is_marked && pattern.starts_with('[') && pattern.ends_with(']')
}

/// Whether a successful setup command makes an earlier one ineffective. A file may have no komi, so the komi stays.
fn is_replaced_by(earlier: &str, later: &str) -> bool {
    match later {
        "loadsgf" => earlier != "komi",
        "clear_board" => STONE_COMMANDS.contains(&earlier),
        "boardsize" | "komi" => earlier == later,
        _ => false,
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|it| it.is_ascii_digit())
}

fn parse_error_at_line(line: usize, message: Message) -> ParseError {
    ParseError {
        line_number: line,
        column: 1,
        message,
    }
}

/// Parses the expected answer of a test: `[pattern]` with the marks `!`, `*` and `&`.
fn parse_expected(line: usize, expected: &str) -> Result<RegressionTest, ParseError> {
    let parts = expected
        .strip_prefix('[')
        .and_then(|it| it.rsplit_once(']'));
    let Some((pattern, marks)) = parts.filter(|(_, it)| it.bytes().all(|it| b"*& ".contains(&it)))
    else {
        return Err(parse_error_at_line(line, EXPECTATION_EXPECTED));
    };
    let (pattern, is_negated) = match pattern.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let regex = Regex::new(&format!("^(?:{pattern})$")).map_err(|err| {
        let message = message!(
            "tst_pattern_malformed",
            "this pattern is no regular expression: {error}",
            error = err.to_string()
        );
        parse_error_at_line(line, message)
    })?;
    Ok(RegressionTest {
        line_number: line,
        command_index: 0,
        command: String::new(),
        expected: expected.to_owned(),
        pattern: regex,
        is_negated,
        is_known_failure: marks.contains('*'),
        is_ignored: marks.contains('&'),
    })
}

/// The answers to the commands of the transcript, in the order of the commands. The answer to a command is the first
/// response before the next command.
fn answers(transcript: &Transcript) -> Vec<Option<RegressionAnswer>> {
    let is_command = |it: &Event| matches!(it.kind, EventKind::Line(Speaker::Interface, _));
    let mut parts = transcript.events.split(is_command);
    // Lines that the engine sent before the first command are not answers.
    parts.next();
    parts.map(first_answer).collect()
}

fn first_answer(events: &[Event]) -> Option<RegressionAnswer> {
    let mut lines = events.iter().filter_map(|it| match &it.kind {
        EventKind::Line(Speaker::Engine, text) => Some(
            String::from_utf8_lossy(text)
                .trim_end_matches('\r')
                .to_owned(),
        ),
        _ => None,
    });
    let first = lines.find(|it| it.starts_with(['=', '?']))?;
    let mut text = first[1..]
        .trim_start_matches(|it: char| it.is_ascii_digit())
        .to_owned();
    let mut is_complete = false;
    for line in lines {
        if line.trim().is_empty() {
            is_complete = true;
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    is_complete.then(|| RegressionAnswer {
        is_success: first.starts_with('='),
        text: text.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::regression::RegressionOutcome::{self, *};

    fn outcome(expected: &str, answer: &str) -> RegressionOutcome {
        let file =
            format!("loadsgf a.sgf 3 # a comment\n\n# text\n7 reg_genmove black\n#? {expected}\n");
        let suite = parse_suite(file.as_bytes()).unwrap();
        let [test] = suite.tests.as_slice() else {
            panic!("{} tests", suite.tests.len());
        };
        assert_eq!((test.line_number, test.command_index), (4, 1));
        assert_eq!(test.command, "7 reg_genmove black");
        let played = format!("> loadsgf a.sgf 3\n< =\n<\n> 7 reg_genmove black\n{answer}");
        let answers = answers(&Transcript::parse(played.as_bytes()).unwrap());
        test.judge(answers.get(test.command_index).and_then(Option::as_ref))
    }

    #[test]
    fn answers_are_compared_as_a_whole() {
        assert_eq!(outcome("[A1|B2]", "< =7 B2\n<\n"), Passed);
        assert_eq!(outcome("[A1|B2]", "< =7 B22\n<\n"), Failed);
        assert_eq!(outcome("[A1|B2]", "< =7 b2\n<\n"), Failed);
        assert_eq!(outcome("[1 M[0-9]+]", "<\n< = 1 M13\n<\n"), Passed);
        assert_eq!(outcome("[]", "< =7\n<\n"), Passed);
        assert_eq!(outcome("[(?s)A1.B1]", "< =7 A1\n< B1\n<\n"), Passed);
    }

    #[test]
    fn the_outcome_depends_on_the_marks_around_the_pattern() {
        assert_eq!(outcome("[!A1]", "< =7 B2\n<\n"), Passed);
        assert_eq!(outcome("[!(A1|B2)]", "< =7 B2\n<\n"), Failed);
        assert_eq!(outcome("[A1]*", "< =7 B2\n<\n"), FailedAsKnown);
        assert_eq!(outcome("[!A1]*", "< =7 B2\n<\n"), PassedUnexpectedly);
        assert_eq!(outcome("[0]&", "< =7 99\n<\n"), Ignored);
    }

    #[test]
    fn a_command_with_a_number_and_without_a_test_is_remembered() {
        let file = "1 name\n#? [A]\n2 version\n# text\n3 name\n#? [A]\nplay b A1\n4 name\n";
        assert_eq!(parse_suite(file.as_bytes()).unwrap().untested_lines, [3, 8]);
    }

    #[test]
    fn misspelled_expectations_are_errors() {
        for wrong in ["# ? [A]", "?# [A]", "#! [!A]*", "##? [A] &", "#?"] {
            let error = parse_suite(format!("1 name\n{wrong}\n").as_bytes()).unwrap_err();
            assert_eq!(error.line_number, 2, "{wrong}");
        }
        for comment in ["# [A]", "# ? what [A] means", "#", "# !"] {
            let suite = parse_suite(format!("1 name\n{comment}\n").as_bytes()).unwrap();
            assert!(suite.tests.is_empty(), "{comment}");
        }
    }

    #[test]
    fn failure_responses_and_missing_answers_fail_the_test() {
        assert_eq!(outcome("[!A1]", "< ?7 illegal move\n<\n"), Failed);
        assert_eq!(outcome("[A1]*", "< ?7 illegal move\n<\n"), FailedAsKnown);
        for mark in ["", "*", "&"] {
            assert_eq!(outcome(&format!("[A1]{mark}"), ""), Failed);
            assert_eq!(outcome(&format!("[A1]{mark}"), "< =7 A1\n"), Failed);
        }
    }

    #[test]
    fn setup_commands_that_failed_count_if_a_test_needs_them() {
        const LOADED: &str = "loadsgf a.sgf";
        for (commands, failed) in [
            (&["FAILS loadsgf a.sgf", "7 name"][..], &[1][..]),
            (&["FAILS 5 play b a1 # comment", "7 name"], &[1]),
            (
                &["FAILS komi 9", "FAILS fixed_handicap 9", "7 name"],
                &[1, 2],
            ),
            (&["FAILS komi 9", LOADED, "7 name"], &[1]),
            (&["FAILS boardsize 9", LOADED, "7 name"], &[]),
            (&["FAILS boardsize 9", "clear_board", "7 name"], &[1]),
            (&["FAILS boardsize 9", "boardsize 19", "7 name"], &[]),
            (&["FAILS play b a1", "clear_board", "7 name"], &[]),
            (&["FAILS play b a1", "7 name", LOADED, "7 name"], &[1]),
            (
                &["FAILS loadsgf a.sgf", "FAILS loadsgf b.sgf", "7 name"],
                &[1, 2],
            ),
            (&["7 name", "FAILS loadsgf a.sgf"], &[]),
            (&["FAILS reset_owl_node_counter", "FAILS 7 name"], &[]),
        ] {
            let (mut file, mut played) = (String::new(), String::new());
            for command in commands {
                let (sent, answer) = match command.strip_prefix("FAILS ") {
                    Some(sent) => (sent, "? cannot"),
                    None => (*command, "="),
                };
                file.push_str(&format!("{sent}\n"));
                played.push_str(&format!("> {sent}\n< {answer}\n<\n"));
                if sent == "7 name" {
                    file.push_str("#? []\n");
                }
            }
            let suite = parse_suite(file.as_bytes()).unwrap();
            let answers = answers(&Transcript::parse(played.as_bytes()).unwrap());
            let found = suite.failed_setup_commands(&answers);
            let lines: Vec<usize> = found.iter().map(|it| it.0.line_number).collect();
            assert_eq!(lines, failed, "{file}");
        }
    }

    #[test]
    fn malformed_expectations_are_reported_with_their_line_number() {
        for (text, line) in [
            ("play b a1\n#? [A1]\n", 2),
            ("1 name\n#? A1\n", 2),
            ("1 name\n#? [(]\n", 2),
            ("1 name\n#? [A]?\n", 2),
            ("1 name\n#? [A]\n#? [B]\n", 3),
        ] {
            assert_eq!(
                parse_suite(text.as_bytes()).unwrap_err().line_number,
                line,
                "{text}"
            );
        }
    }
}
