//! Tests of the layout of the text report: its length, the order of the rules, its width, and its short form.

use std::{env, path::PathBuf};

use unicode_width::UnicodeWidthStr as _;

use super::engines::{ENGINE_WITHOUT_BYE, ponderhit_command, run_on_script};

/// Runs `check` with an engine that has many faults of a beginner, and returns the text on standard output.
fn report_on_beginner_engine(options: &[&str]) -> String {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let engine = root.join("tests/engines/beginner.py");
    // The beginner's engine hangs in many sessions, so the test shortens the timeouts.
    let args = ["check", "--protocol", "ucci", "--timeout-scale", "0.2"];
    let engine = ["--", "python3", engine.to_str().unwrap()];
    let out = ponderhit_command(&[&args, options, &engine].concat()).output();
    let out = out.unwrap();
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    String::from_utf8(out.stdout).unwrap()
}

/// The number of rows that a text needs on a terminal of 80 columns.
fn row_count(text: &str) -> usize {
    text.lines().map(|it| it.width().div_ceil(80).max(1)).sum()
}

#[test]
fn the_report_of_a_beginners_engine_fits_on_one_screen_and_names_the_first_thing_to_fix() {
    let text = report_on_beginner_engine(&[]);
    assert!(row_count(&text) <= 50, "{} rows:\n{text}", row_count(&text));
    let first = text.lines().find(|it| it.starts_with('✗')).unwrap();
    assert!(first.starts_with("✗ robust ucci/no_crash"), "{text}");
    let end: Vec<&str> = text.lines().rev().take(12).collect();
    assert!(end[0].contains("exit 1: "), "{text}");
    assert!(end[0].ends_with("rules violated"), "{text}");
    let advice = end.iter().find(|it| it.starts_with("fix first: "));
    assert!(
        advice.unwrap().starts_with("fix first: ucci/no_crash ("),
        "{text}"
    );
    for rule in [
        "ucci/bestmove_grammar",
        "ucci/option_grammar",
        "ucci/bye_before_end",
    ] {
        assert!(end.iter().any(|it| it.contains(rule)), "{text}");
    }
    assert!(
        text.contains("help:           on standard error the engine wrote `ValueError:"),
        "{text}"
    );
    // On a busy host, hangs may take the place of this rule in the report on all scenarios.
    let text = report_on_beginner_engine(&["--only", "ucci/quit/idle", "--examples", "1"]);
    assert!(text.contains("the word `name` belongs to UCI"), "{text}");
}

#[test]
fn a_report_with_examples_has_all_rules_with_their_reproduce_commands() {
    let text = report_on_beginner_engine(&["--examples", "2", "--only", "ucci/go/*"]);
    let (details, _) = text.split_once("\nleft out").unwrap();
    let is_rule = |it: &&str| it.starts_with("✗ ") || it.starts_with("! ");
    let rules = details.lines().filter(is_rule).count();
    assert!(rules >= 3, "{text}");
    assert_eq!(details.matches("see it again:").count(), rules, "{text}");
    assert!(
        text.contains("help:           a move has lower-case letters; write "),
        "{text}"
    );
    assert!(text.contains("different values: "), "{text}");
}

#[test]
fn the_verbose_report_lists_what_the_default_report_leaves_out() {
    let args = ["check", "--profile", "smoke"];
    let default = ponderhit_command(&args).output().unwrap();
    let default = String::from_utf8(default.stdout).unwrap();
    // The report wraps long lines, so all blanks and line ends are replaced by one blank.
    let default = default.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(default.contains("profile smoke: "), "{default}");
    assert!(default.contains(" scenarios were selected"), "{default}");
    assert!(default.contains("left out, listed by `-v`: "), "{default}");
    let counted = default.split("rules not exercised (").nth(1).unwrap();
    let unexercised: usize = counted.split(')').next().unwrap().parse().unwrap();
    let verbose = ponderhit_command(&[&args[..], &["-v"]].concat()).output();
    let verbose = String::from_utf8(verbose.unwrap().stdout).unwrap();
    assert!(!verbose.contains("left out"), "{verbose}");
    let listed = verbose.lines().filter(|it| it.ends_with(": not exercised"));
    assert_eq!(listed.count(), unexercised, "{verbose}");
}

#[test]
fn the_short_report_has_one_line_for_each_finding() {
    let args = ["check", "--protocol", "ucci", "--only", "ucci/quit/idle"];
    let args = [&args[..], &["--report", "short"]].concat();
    let out = run_on_script(&args, ENGINE_WITHOUT_BYE).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let expected = "✗ must   ucci/bye_before_end  ucci/quit/idle: the process exited with status 0 without a `bye`";
    assert!(lines.contains(&expected), "{text}");
    assert!(
        lines
            .iter()
            .all(|it| it.starts_with("✗ ") || it.starts_with("! ") || it.contains(" · exit 1: ")),
        "{text}"
    );
}

#[test]
fn the_report_is_as_wide_as_the_terminal() {
    let longest = |columns: &str| {
        let args = ["check", "--protocol", "ucci", "--only", "ucci/quit/idle"];
        let mut command = run_on_script(&args, ENGINE_WITHOUT_BYE);
        let out = command.env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(out.stdout).unwrap();
        // The report does not wrap its first line, its last line, and the command line that users paste.
        let wrapped = text
            .lines()
            .filter(|it| !it.contains("see it again") && !it.contains(" · "));
        wrapped.map(|it| it.width()).max().unwrap()
    };
    assert!(longest("60") <= 60);
    assert_eq!(longest("60"), longest("20"));
    assert!(longest("120") > 80 && longest("120") <= 120);
    assert_eq!(longest("200"), longest("1000"));
}

/// Runs ponderhit on a pseudo-terminal, and returns all output.
#[cfg(target_os = "linux")]
fn run_on_terminal(command_line: &str) -> String {
    let mut command = assert_cmd::Command::new("script");
    command.args([
        "--quiet",
        "--return",
        "--command",
        command_line,
        "/dev/null",
    ]);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CI", "COLUMNS"] {
        command.env_remove(name);
    }
    let out = command.env("TERM", "xterm").output().unwrap();
    String::from_utf8(out.stdout).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_shows_violations_before_the_run_ends() {
    let text = run_on_terminal(&format!(
        "'{}' check --protocol ucci --color never --only 'ucci/quit/*' -- sh -c '{}'",
        env!("CARGO_BIN_EXE_ponderhit"),
        ENGINE_WITHOUT_BYE.replace('\'', "\"")
    ));
    let found = "\u{1b}[K✗ must   ucci/bye_before_end  ucci/quit/";
    let found = text.find(found).unwrap_or_else(|| panic!("{text:?}"));
    let report = text.find("    see it again:").unwrap();
    let last_progress = text.rfind("violated rules: ").unwrap();
    assert!(found < last_progress && last_progress < report, "{text:?}");
}
