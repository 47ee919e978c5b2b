//! Tests of the `[[engine]]` tables in `ponderhit.toml`, `--engine` and `--all-engines`.

use std::{fs, process::Output};

use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use super::engines::{ENGINE_WITHOUT_BYE, ponderhit_command};

/// A shell engine that sends `bye` only if the environment variable `BYE` is set.
const ENGINE_WITH_VARIABLE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     quit) test -z \"$BYE\" || echo bye; exit 0 ;; \
     esac; done";

/// A `ponderhit.toml` with three engines: one cannot be started, one conforms, and one violates a rule.
fn three_engine_config() -> String {
    let program = Value::from(env!("CARGO_BIN_EXE_ponderhit"));
    let script = Value::from(ENGINE_WITHOUT_BYE);
    format!(
        "protocol = \"ucci\"\n\
         only = \"ucci/quit/idle\"\n\
         \n\
         [[engine]]\n\
         name = \"missing\"\n\
         command = \"./no-such-program\"\n\
         \n\
         [[engine]]\n\
         name = \"good\"\n\
         command = [{program}, \"engine\", \"--protocol\", \"ucci\"]\n\
         \n\
         [[engine]]\n\
         name = \"byeless\"\n\
         command = [\"sh\", \"-c\", {script}]\n"
    )
}

/// Runs ponderhit in a directory whose `ponderhit.toml` has the text `toml`.
fn run_in(dir: &TempDir, toml: &str, args: &[&str]) -> Output {
    fs::write(dir.path().join("ponderhit.toml"), toml).unwrap();
    let mut command = ponderhit_command(args);
    command.current_dir(dir.path()).output().unwrap()
}

fn stdout_of(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn read_file(dir: &TempDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap_or_else(|err| panic!("{name}: {err}"))
}

/// Reads a JSON report from a file, and returns the outcome of a rule.
fn outcome_in(dir: &TempDir, file: &str, rule: &str) -> String {
    let report: Value = serde_json::from_str(&read_file(dir, file)).unwrap();
    let mut verdicts = report["verdicts"].as_array().unwrap().iter();
    let verdict = verdicts.find(|it| it["rule"] == rule).unwrap();
    verdict["outcome"].as_str().unwrap().to_owned()
}

#[test]
fn all_engines_are_checked_and_compared_even_if_one_does_not_start() {
    let dir = TempDir::new().unwrap();
    let args = [
        "check",
        "--all-engines",
        "--report",
        "json=out.json",
        "--report",
        "markdown=all.md",
        "--report",
        "html=page.html",
        "--transcripts",
        "sessions",
    ];
    let output = run_in(&dir, &three_engine_config(), &args);
    // In the table of exit codes, an engine that did not start (5) has priority over a violation (1).
    assert_eq!(output.status.code(), Some(5), "{}", stdout_of(&output));
    let text = stdout_of(&output);
    for expected in [
        "missing: no-such-program",
        "good: ponderhit",
        "byeless: sh (Byeless)",
        "3 results",
        "[3] byeless: Byeless",
    ] {
        assert!(text.contains(expected), "`{expected}` in {text}");
    }
    let last = text.lines().last().unwrap();
    let exits = "exit 5: these engines do not exit with 0: missing, byeless";
    assert!(last.starts_with(exits), "{text}");
    assert!(last.contains(" · good: `--only` or `--skip`"), "{text}");
    // The rule is not exercised by the first engine, is fulfilled by the second, and is violated by the third.
    let row = text
        .lines()
        .rfind(|it| it.starts_with("ucci/bye_before_end "));
    let row: Vec<&str> = row.unwrap().split_whitespace().collect();
    assert_eq!(row, ["ucci/bye_before_end", "–", "✓", "✗"], "{text}");

    assert!(!dir.path().join("out.json").exists());
    let rule = "ucci/bye_before_end";
    assert_eq!(outcome_in(&dir, "out.good.json", rule), "conforms");
    assert_eq!(outcome_in(&dir, "out.byeless.json", rule), "violates");
    let missing: Value = serde_json::from_str(&read_file(&dir, "out.missing.json")).unwrap();
    assert_eq!(missing["exit"], 5);
    assert_eq!(missing["engine"]["label"], "missing");
    for file in ["all.md", "page.html"] {
        let comparison = read_file(&dir, file);
        assert!(comparison.contains("byeless: Byeless"), "{comparison}");
    }
    assert!(read_file(&dir, "all.good.md").starts_with("## ✓ ponderhit"));
    assert!(read_file(&dir, "all.byeless.md").starts_with("## ✗ ponderhit"));
    assert!(read_file(&dir, "page.good.html").contains("good: "));
    for engine in ["good", "byeless"] {
        let transcript = read_file(&dir, &format!("sessions/{engine}/ucci/quit/idle.script"));
        assert_eq!(transcript.contains("< bye\n"), engine == "good");
    }
}

/// An engine without a result must not be missing in a page that otherwise shows only green results.
#[test]
fn the_comparison_names_an_engine_with_an_error_in_its_configuration() {
    let dir = TempDir::new().unwrap();
    let config = three_engine_config() + "profile = \"nope\"\n";
    let args = [
        "check",
        "--all-engines",
        "--report",
        "markdown=all.md",
        "--report",
        "html=page.html",
    ];
    let output = run_in(&dir, &config, &args);
    assert_eq!(output.status.code(), Some(2), "{}", stdout_of(&output));
    for text in [
        stdout_of(&output),
        read_file(&dir, "all.md"),
        read_file(&dir, "page.html"),
    ] {
        assert!(
            text.contains("byeless: no result: unrecognized profile `nope`"),
            "{text}"
        );
        assert!(text.contains("2 results"), "{text}");
    }
}

#[test]
fn standard_output_has_the_comparison_in_the_format_of_the_option() {
    let dir = TempDir::new().unwrap();
    let args = ["check", "--all-engines", "--report", "markdown"];
    let text = stdout_of(&run_in(&dir, &three_engine_config(), &args));
    assert!(text.starts_with("## ponderhit: 3 results"), "{text}");
    let output = run_in(
        &dir,
        &three_engine_config(),
        &["check", "--all-engines", "-q"],
    );
    assert_eq!(
        (output.status.code(), stdout_of(&output)),
        (Some(5), String::new())
    );
    let args = ["check", "--all-engines", "--report", "json"];
    let output = run_in(&dir, &three_engine_config(), &args);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("as in json=FILE"), "{error}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn one_engine_is_chosen_by_its_name() {
    let dir = TempDir::new().unwrap();
    let toml = three_engine_config();
    let output = run_in(
        &dir,
        &toml,
        &["check", "--engine", "good", "--report", "json=a.json"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stdout_of(&output));
    // If only one engine is selected, its name is not added to the names of the report files.
    assert_eq!(
        outcome_in(&dir, "a.json", "ucci/bye_before_end"),
        "conforms"
    );
    let args = [
        "replay",
        "ucci/quit/idle",
        "--engine",
        "byeless",
        "--only",
        "*",
    ];
    let output = run_in(&dir, &toml, &args);
    assert_eq!(output.status.code(), Some(1), "{}", stdout_of(&output));
    // The command that the report shows for a violation works without `ponderhit.toml`.
    let text = stdout_of(&output);
    assert!(
        text.contains("ponderhit replay ucci/quit/idle --protocol ucci -- sh -c"),
        "{text}"
    );
    // With an ENGINE on the command line, no engine of `ponderhit.toml` has to be selected.
    let own = ["check", "--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    assert_eq!(run_in(&dir, &toml, &own).status.code(), Some(0));

    for (args, expected) in [
        (&["check"][..], "several engines: missing, good, byeless"),
        (
            &["replay", "ucci/quit/idle"],
            "choose one with --engine NAME",
        ),
        (&["check", "--engine", "godo"], "has no engine `godo`"),
        (
            &["check", "--engine", "good", "--", "x"],
            "--engine chooses",
        ),
        (
            &["check", "--all-engines", "--", "x"],
            "--all-engines chooses",
        ),
        (
            &["check", "--all-engines", "--engine", "good"],
            "cannot be used with",
        ),
        (
            &["check", "--all-engines", "--shard", "1/2"],
            "cannot be used with",
        ),
    ] {
        let output = run_in(&dir, &toml, args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    for option in [&["--engine", "x"][..], &["--all-engines"]] {
        let args = [&["check"], option].concat();
        let output = run_in(&dir, "strict = true\n", &args);
        assert_eq!(output.status.code(), Some(2), "{option:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("[[engine]]"), "{error}");
    }
}

#[test]
fn the_options_of_a_table_override_those_of_the_file_and_not_those_of_the_command_line() {
    let dir = TempDir::new().unwrap();
    let script = Value::from(ENGINE_WITH_VARIABLE);
    let toml = format!(
        "protocol = \"ucci\"\nonly = \"ucci/quit/idle\"\nknown = \"none.txt\"\nenv = \"BYE=1\"\n\
         [[engine]]\nname = \"with\"\ncommand = [\"sh\", \"-c\", {script}]\n\
         [[engine]]\nname = \"without\"\ncommand = [\"sh\", \"-c\", {script}]\nenv = \"BYE=\"\n\
         known-failures = \"own.txt\"\n"
    );
    fs::write(dir.path().join("none.txt"), "").unwrap();
    fs::write(dir.path().join("own.txt"), "ucci/bye_before_end # ours\n").unwrap();
    let output = run_in(
        &dir,
        &toml,
        &["check", "--all-engines", "--report", "json=r.json"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stdout_of(&output));
    let rule = "ucci/bye_before_end";
    assert_eq!(outcome_in(&dir, "r.with.json", rule), "conforms");
    assert_eq!(outcome_in(&dir, "r.without.json", rule), "violates");
    let args = [
        "check",
        "--engine",
        "without",
        "--known-failures",
        "none.txt",
    ];
    let output = run_in(&dir, &toml, &args);
    assert_eq!(output.status.code(), Some(1), "{}", stdout_of(&output));
    let args = [
        "check",
        "--engine",
        "without",
        "--env",
        "BYE=1",
        "--report",
        "json=e.json",
    ];
    run_in(&dir, &toml, &args);
    assert_eq!(outcome_in(&dir, "e.json", rule), "conforms");
}

/// Two engines may have the same command line and different results, so `--failed` must store their results separately.
#[test]
fn failed_scenarios_are_stored_separately_for_engines_with_equal_command_lines() {
    let dir = TempDir::new().unwrap();
    let script = Value::from(ENGINE_WITH_VARIABLE);
    let toml = format!(
        "protocol = \"ucci\"\nonly = \"ucci/quit/idle\"\nstate = \"state.json\"\n\
         [[engine]]\nname = \"with\"\ncommand = [\"sh\", \"-c\", {script}]\nenv = \"BYE=1\"\n\
         [[engine]]\nname = \"without\"\ncommand = [\"sh\", \"-c\", {script}]\n"
    );
    run_in(&dir, &toml, &["check", "--all-engines"]);
    let state: Value = serde_json::from_str(&read_file(&dir, "state.json")).unwrap();
    let runs = state["runs"].as_array().unwrap();
    let failed = |name: &str| {
        let run = runs.iter().find(|it| it["engine"] == name).unwrap();
        run["failed"].as_array().unwrap().len()
    };
    assert_eq!((failed("with"), failed("without")), (0, 1), "{state}");
    let args = ["check", "--all-engines", "--failed"];
    let text = stdout_of(&run_in(&dir, &toml, &args));
    assert!(
        text.contains("no scenario failed in the last run"),
        "{text}"
    );
    assert!(
        text.contains("--failed: the scenario that failed"),
        "{text}"
    );
}

#[test]
fn a_single_engine_table_is_selected_by_default() {
    let dir = TempDir::new().unwrap();
    let script = Value::from(ENGINE_WITHOUT_BYE);
    let toml = format!(
        "[[engine]]\nname = \"象棋-1\"\ncommand = [\"sh\", \"-c\", {script}]\n\
         protocol = \"ucci\"\nonly = \"ucci/quit/idle\"\n"
    );
    let output = run_in(&dir, &toml, &["check"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout_of(&output));
    assert!(stdout_of(&output).contains("象棋-1: sh (Byeless)"));
    let toml = toml.replace("only", "ony");
    fs::create_dir(dir.path().join("src")).unwrap();
    fs::write(dir.path().join("ponderhit.toml"), toml).unwrap();
    ponderhit_command(&["check"])
        .current_dir(dir.path().join("src"))
        .assert()
        .code(2)
        .stderr(contains(
            "../ponderhit.toml:5:1: unrecognized option `ony`; did you mean `only`?",
        ));
}

#[test]
fn errors_in_engine_tables_name_the_line() {
    let dir = TempDir::new().unwrap();
    let table = "[[engine]]\nname = \"a\"\ncommand = \"x\"\n";
    for (text, expected) in [
        (
            "[[engine]]\ncommand = \"x\"\n".to_owned(),
            "1:1: an [[engine]] table needs the key `name`",
        ),
        (
            "strict = true\n[[engine]]\nname = \"a\"\n".to_owned(),
            "2:1: an [[engine]] table needs the key `command`",
        ),
        (
            format!("{table}comand = \"x\"\n"),
            "4:1: unrecognized option `comand`; did you mean `command`?",
        ),
        (
            format!("{table}report = \"json=x\"\n"),
            "4:1: unrecognized option `report`",
        ),
        (
            format!("{table}timeout-scale = \"x\"\n"),
            "4:1: invalid value 'x' for '--timeout-scale",
        ),
        (
            format!("{table}{}", table.replace("\"a\"", "\"A\"")),
            "5:1: two engines have the name `A`",
        ),
        (
            format!("{table}{}", table.replace("\"a\"", "\"b\"")),
            "5:1: `a` and `b` are the same engine",
        ),
        // What a run may ignore does not make another engine.
        (
            format!(
                "{table}{}known-failures = \"b.txt\"\n",
                table.replace("\"a\"", "\"b\"")
            ),
            "5:1: `a` and `b` are the same engine",
        ),
        (
            table.replace("\"a\"", "\"../a\""),
            "2:1: expected a name of letters",
        ),
        (
            table.replace("\"x\"", "[]"),
            "3:1: expected a list of texts",
        ),
        (format!("engine = \"x\"\n{table}"), "ponderhit.toml:2:3: "),
        (
            table.replace("[[", "[").replace("]]", "]"),
            "1:2: expected two brackets on each side",
        ),
        (
            "all-engines = true\n".to_owned(),
            "1:1: unrecognized option `all-engines`",
        ),
    ] {
        let output = run_in(&dir, &text, &["check"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {error}");
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// `fuzz` does not read `ponderhit.toml`. Without an ENGINE it would test the built-in engine, and would pass.
#[test]
fn fuzz_does_not_take_the_built_in_engine_for_the_engine_of_the_file() {
    let dir = TempDir::new().unwrap();
    let table = "[[engine]]\nname = \"mine\"\ncommand = \"./mine\"\n";
    for toml in ["engine = \"./mine\"\n", table] {
        let output = run_in(&dir, toml, &["fuzz", "--execs", "50"]);
        assert_eq!(output.status.code(), Some(2), "{toml}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            stderr.contains("`fuzz` does not read ponderhit.toml"),
            "{stderr}"
        );
    }
    // Other options of the file do not matter, because they are not for `fuzz`.
    let output = run_in(&dir, "profile = \"smoke\"\n", &["fuzz", "--execs", "50"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
