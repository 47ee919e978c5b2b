//! Tests of the outputs of a run: text with and without colours, JSON with its schema, and transcripts.

use std::{env, fs, path::PathBuf};

use predicates::{prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;

use super::engines::{
    ENGINE_WITHOUT_BYE, FAST_ENGINE_WITHOUT_BYE, ponderhit_command, replace_times, run_on_script,
};

#[test]
fn a_violation_shows_the_lines_the_reason_and_how_to_see_it_again() {
    let out = run_on_script(
        &["check", "--protocol", "ucci", "--only", "ucci/quit/idle"],
        ENGINE_WITHOUT_BYE,
    )
    .output();
    // On a slow host the transcript has additional lines (`= late`), so the line numbers differ.
    let text = replace_times(&out.unwrap().stdout);
    let lines = text
        .lines()
        .map(|line| match line.split_once("quit/idle, line ") {
            Some((before, number)) if number.bytes().all(|it| it.is_ascii_digit()) => {
                format!("{before}quit/idle, line #")
            }
            _ => line.to_owned(),
        });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// A full disk, as a file system of Linux.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_the_exit_code_of_the_last_line() {
    let args = ["check", "--only", "ucci/quit/boot"];
    let full = [&args[..], &["--report", "json=/dev/full"]].concat();
    let run = ponderhit_command(&full).assert().code(2);
    let stdout = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let last = stdout.lines().last().unwrap_or_default();
    assert!(
        last.contains("exit 2: ") && last.contains("written"),
        "{stdout}"
    );
    run.stderr(contains("/dev/full"));
    // The JSON has the exit code of the run, whatever the order of the options.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let json = format!("json={}", file.display());
    let both = ["--report", &json, "--report", "junit=/dev/full"];
    let reference = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let both = [&args[..], &both[..], &reference[..]].concat();
    ponderhit_command(&both).assert().code(2);
    let written: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(written["exit"], 2);
}

/// A report file is replaced as a whole, so a reader never sees a part of it, also not if two runs write it.
#[test]
fn a_report_file_is_replaced_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let (file, other_name) = (folder.path().join("a.json"), folder.path().join("b.json"));
    fs::write(&file, "an earlier report").unwrap();
    fs::hard_link(&file, &other_name).unwrap();
    let report = format!("json={}", file.display());
    let args = ["check", "--only", "ucci/quit/boot", "--report", &report];
    ponderhit_command(&args).assert().code(0);
    let written: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(written["exit"], 0);
    // The other name still has the old file, which was emptied before the run and never written again.
    assert_eq!(fs::read_to_string(other_name).unwrap(), "");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn more_examples_than_messages_show_equal_messages_again() {
    let example_count = |limit: &str| {
        let args = ["check", "--protocol", "ucci", "--only", "ucci/quit/*"];
        let args = [&args[..], &["--examples", limit]].concat();
        let out = run_on_script(&args, FAST_ENGINE_WITHOUT_BYE).output();
        let text = String::from_utf8(out.unwrap().stdout).unwrap();
        text.matches("^^^^ the process exited with status 0")
            .count()
    };
    assert!(example_count("3") > example_count("1"));
}

#[test]
fn the_reproduce_command_has_every_relevant_option() {
    let args = ["check", "--protocol", "ucci", "--only", "ucci/quit/idle"];
    let options = [
        "--setoption",
        "hashsize=16",
        "--init",
        "setoption style solid",
        "--env",
        "X=a b",
    ];
    let run = run_on_script(&[&args[..], &options].concat(), ENGINE_WITHOUT_BYE)
        .assert()
        .code(1);
    run.stdout(contains(
        "ponderhit replay ucci/quit/idle --protocol ucci --setoption hashsize=16 \
         --init 'setoption style solid' --env 'X=a b' -- sh -c 'while read",
    ));
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let colours = contains("\u{1b}[");
    let args = ["check", "--only", "ucci/quit/boot"];
    ponderhit_command(&args)
        .assert()
        .stdout(colours.clone().not());
    let always = [&args[..], &["--color", "always"]].concat();
    ponderhit_command(&always).assert().stdout(colours.clone());
    let never = [&args[..], &["--color", "never"]].concat();
    ponderhit_command(&never)
        .env("CLICOLOR_FORCE", "1")
        .assert()
        .stdout(colours.clone().not());
    ponderhit_command(&args)
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .assert()
        .stdout(colours.not());
}

#[test]
fn a_report_with_violations_fits_the_schema_and_is_written_to_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let report = format!("json={}", file.display());
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--only",
        "ucci/quit/*",
        "--report",
        &report,
    ];
    run_on_script(&args, ENGINE_WITHOUT_BYE)
        .assert()
        .code(1)
        .stdout(contains("ucci/bye_before_end"));
    let report: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_fits_report_schema(&report);
    assert_eq!(report["exit"], 1);
    let verdicts = report["verdicts"].as_array().unwrap();
    let guilty = verdicts
        .iter()
        .find(|it| it["rule"] == "ucci/bye_before_end")
        .unwrap();
    let violation = &guilty["violations"][0];
    assert_eq!(violation["scenario"], "ucci/quit/idle");
    assert_eq!(violation["actual"], "> quit");
    let transcript = report["run"]["transcripts"]["ucci/quit/idle"]
        .as_str()
        .unwrap();
    let line = usize::try_from(violation["line"].as_u64().unwrap()).unwrap();
    assert!(
        transcript
            .lines()
            .nth(line - 1)
            .unwrap()
            .ends_with("> quit"),
        "{transcript}"
    );
}

#[test]
fn a_report_is_written_also_when_there_is_no_engine() {
    let out = ponderhit_command(&[
        "check",
        "--protocol",
        "ucci",
        "--report",
        "json",
        "--",
        "/nonexistent/engine",
    ])
    .output();
    let report: Value = serde_json::from_slice(&out.unwrap().stdout).unwrap();
    assert_fits_report_schema(&report);
    assert_eq!(report["exit"], 5);
}

/// Runs `check` with one scenario and with the reference engine, into which a fault is injected. Returns the output of
/// `check`.
fn report_of_fault(fault: &str, more: &[&str]) -> String {
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let check = ["check", "--protocol", "ucci", "--only", "ucci/go/depth"];
    let engine = ["--", ours, "inject", "--fault", fault, "--", ours, "engine"];
    let out = ponderhit_command(&[&check, more, &engine].concat()).output();
    let out = out.unwrap();
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    String::from_utf8(out.stdout).unwrap()
}

/// Returns the names of the points that are in brackets on the first board diagram after `caption`.
fn marked_points(text: &str, caption: &str) -> Vec<String> {
    let board = text.lines().map(str::trim);
    let board = board.skip_while(|it| !it.starts_with(caption)).skip(1);
    let mut points = Vec::new();
    for (row, rank) in board.filter(|it| !it.starts_with('~')).zip((0..10).rev()) {
        let cells = row.strip_prefix(&format!("{rank} ")).unwrap();
        assert_eq!(cells.chars().filter(|it| !" []".contains(*it)).count(), 9);
        for (at, _) in cells.match_indices('[') {
            let file = "abcdefghi".chars().nth(at / 3).unwrap();
            points.push(format!("{file}{rank}"));
        }
    }
    points.sort();
    points
}

#[test]
fn an_illegal_move_is_shown_on_the_board() {
    let text = report_of_fault("illegal_move", &[]);
    let culprit = text.split("< bestmove ").nth(1).unwrap();
    let culprit = culprit.split_whitespace().next().unwrap();
    let mut points = vec![culprit[..2].to_owned(), culprit[2..].to_owned()];
    points.sort();
    assert_eq!(
        marked_points(&text, &format!("{culprit}; ")),
        points,
        "{text}"
    );
    // The output is not a terminal, so the board diagram contains only ASCII characters.
    assert!(!text.contains('帥'), "{text}");
}

#[test]
fn the_board_option_selects_the_style() {
    let unicode = report_of_fault("illegal_move", &["--board", "unicode"]);
    assert!(unicode.contains('帥'), "{unicode}");
    assert!(!unicode.contains("~  ~"), "{unicode}");
    let none = report_of_fault("illegal_move", &["--board", "none"]);
    assert!(none.contains("is illegal here"), "{none}");
    assert!(!none.contains(" to move"), "{none}");
    assert!(!none.contains("~  ~") && !none.contains('帥'), "{none}");
    // For a violation that is not about a position on the board, the report shows no board diagram.
    let slow = report_of_fault("two_bestmoves", &["--skip", "ucci/bestmove_legal"]);
    assert!(slow.contains("ucci/one_result_per_go"), "{slow}");
    assert!(!slow.contains("~  ~"), "{slow}");
}

#[test]
fn the_json_report_has_the_board_in_ascii_whatever_the_text_shows() {
    let json = report_of_fault("illegal_move", &["--report", "json", "--board", "none"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_fits_report_schema(&report);
    let verdicts = report["verdicts"].as_array().unwrap();
    let of = |rule: &str| verdicts.iter().find(|it| it["rule"] == rule).unwrap();
    let board = &of("ucci/bestmove_legal")["violations"][0]["board"];
    assert!(board.as_str().unwrap().contains("   ~  ~  ~"), "{board}");
}

#[test]
fn transcripts_are_scripts_at_the_path_of_their_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let args = [
        "check",
        "--only",
        "ucci/quit/*",
        "--transcripts",
        out.to_str().unwrap(),
    ];
    ponderhit_command(&args).assert().success();
    let transcript = fs::read_to_string(out.join("ucci/quit/idle.script")).unwrap();
    assert!(transcript.starts_with("@protocol ucci\n"), "{transcript}");
    assert!(transcript.ends_with("! exit 0\n"), "{transcript}");
}

/// Checks that a JSON report fits the schema in the documentation.
pub(crate) fn assert_fits_report_schema(report: &Value) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let text = fs::read(root.join("../docs/report.schema.json")).unwrap();
    let schema = serde_json::from_slice(&text).unwrap();
    assert_fits_schema(&schema, &schema, report, "report");
}

/// Validates a value against the parts of JSON Schema that our schema uses.
fn assert_fits_schema(root: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").unwrap();
        return assert_fits_schema(root, &root["$defs"][name], value, place);
    }
    if let Some(wanted) = schema.get("const") {
        assert_eq!(value, wanted, "{place}");
    }
    if let Some(choice) = schema["enum"].as_array() {
        assert!(choice.contains(value), "{place}: {value}");
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(it) if it.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if let Some(choices) = schema["anyOf"].as_array() {
        let wanted = if kind == "integer" { "number" } else { kind };
        let choice = choices.iter().find(|it| it["type"] == wanted);
        let choice = choice.unwrap_or_else(|| panic!("{place}: {value} fits no choice"));
        if kind == "object" {
            assert_fits_schema(root, choice, value, place);
        }
        return;
    }
    let wanted = schema["type"].to_string();
    let fine = schema["type"].is_null() || wanted.contains(&format!("\"{kind}\""));
    assert!(fine, "{place} is {kind}, not {wanted}");
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap();
        assert!(
            value.is_null() || value.get(name).is_some(),
            "{place} lacks {name}"
        );
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        let within = schema["properties"]
            .get(name)
            .or_else(|| schema.get("additionalProperties"));
        let within = within.unwrap_or_else(|| panic!("{place}.{name} is not described"));
        assert_fits_schema(root, within, value, &format!("{place}.{name}"));
    }
    for (n, value) in value.as_array().into_iter().flatten().enumerate() {
        assert_fits_schema(root, &schema["items"], value, &format!("{place}[{n}]"));
    }
}
