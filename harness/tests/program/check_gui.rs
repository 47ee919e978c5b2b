//! Tests of `check-gui`: the outcomes of a careful GUI and of a naive GUI, the exit codes, and the wrapper program that
//! a GUI starts as its engine.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::common::{self, RunResult, ponderhit_command_with_mark};
use serde_json::Value;

/// The timeout of a run of `check-gui`. Even on a busy machine, a run of `check-gui` ends long before this timeout.
const RUN_TIMEOUT: Duration = Duration::from_secs(300);

/// The example GUI that survives every fault, which cargo builds together with the tests.
fn careful_gui() -> String {
    let ours = Path::new(env!("CARGO_BIN_EXE_ponderhit"));
    let path = ours.with_file_name("examples").join("careful_gui");
    path.display().to_string()
}

fn naive_gui() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/naive_gui.py");
    path.display().to_string()
}

fn check_gui(options: &[&str], gui: &[&str]) -> RunResult {
    let process_mark = common::unique_process_mark();
    let mut command: Command = ponderhit_command_with_mark(&process_mark);
    command.arg("check-gui").args(options).arg("--").args(gui);
    common::run_command(command, process_mark, RUN_TIMEOUT)
}

/// Runs `check-gui` with a JSON report. Returns the result of the run, the outcome of each fault, and the report.
fn outcomes_of(options: &[&str], gui: &[&str]) -> (RunResult, BTreeMap<String, String>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gui.json");
    let report = format!("json={}", file.display());
    let mut all = vec!["--report", &report];
    all.extend(options);
    let result = check_gui(&all, gui);
    let report: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap_or_default();
    let faults = report["faults"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let outcomes = faults
        .iter()
        .map(|it| (text(&it["fault"]), text(&it["outcome"])));
    (result, outcomes.collect(), report)
}

/// Returns the options `--fault` that select these faults.
fn fault_options<'a>(faults: &[&'a str]) -> Vec<&'a str> {
    faults.iter().flat_map(|it| ["--fault", it]).collect()
}

#[test]
fn a_careful_gui_survives_every_fault() {
    let reported = [
        "no_bestmove",
        "stays_after_bye",
        "illegal_move",
        "bare_bestmove",
        "exits_at_start",
        "closes_output",
        "crashes_on_*",
        "exits_with_bestmove",
        "no_bye",
    ];
    let others = [
        "banner*",
        "two_*",
        "bestmove_by_itself",
        "flood_of_lines",
        "line_*",
        "crlf",
        "wide_blanks",
        "no_options",
        "unknown_info",
        "info_message",
    ];
    let mut options = fault_options(&[&reported[..], &others].concat());
    options.extend(["--jobs", "8", "--time-limit", "120s"]);
    let gui = careful_gui();
    let (run, outcomes, report) = outcomes_of(&options, &[&gui, "--patience", "20", "{engine}"]);
    assert_eq!(run.status, Some(0), "{}", run.output);
    for (fault, outcome) in &outcomes {
        let must_report = reported.iter().any(|it| {
            it.trim_end_matches('*') == fault
                || it.ends_with('*') && fault.starts_with(it.trim_end_matches('*'))
        });
        // The GUI survives each fault that is not in `reported`. On a very slow machine, time limits of the GUI may
        // expire, and then the GUI may also report a fault that is not in `reported`.
        match must_report {
            true => assert_eq!(outcome, "reported_it", "{fault}: {}", run.output),
            false => assert!(
                ["played_on", "reported_it"].contains(&&**outcome),
                "{fault}: {}",
                run.output
            ),
        }
    }
    assert!(outcomes.len() >= 16, "{outcomes:?}");
    assert_eq!(report["healthy"]["outcome"], "played_on");
    assert_eq!(report["schema"], "ponderhit-gui/1");
    assert_eq!(
        common::all_marked_processes(&run.process_mark),
        Vec::<String>::new()
    );
}

/// A GUI in Python that sends `isready` thirty times, and ends with status 1 when a line of its engine ends with CR LF.
const GUI_THAT_REFUSES_CRLF: &str = r#"
import subprocess, sys
engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for command, answer in [(b"ucci\n", b"ucciok\n")] + 30 * [(b"isready\n", b"readyok\n")]:
    engine.stdin.write(command)
    engine.stdin.flush()
    line = b""
    while line != answer:
        line = engine.stdout.readline()
        if line.endswith(b"\r\n") or not line:
            engine.kill()
            sys.exit("unexpected line from the engine")
engine.stdin.write(b"quit\n")
engine.stdin.flush()
engine.wait()
"#;

#[test]
fn a_gui_must_accept_what_the_protocol_allows() {
    let faults = fault_options(&["crlf", "banner", "no_ucciok"]);
    let gui = ["python3", "-c", GUI_THAT_REFUSES_CRLF, "{engine}"];
    let options = [&faults[..], &["--time-limit", "5s"]].concat();
    let (run, outcomes, _) = outcomes_of(&options, &gui);
    let expected = [
        ("crlf", "refused_it"),
        ("banner", "played_on"),
        ("no_ucciok", "hung"),
    ];
    let expected = expected.map(|(fault, outcome)| (fault.to_owned(), outcome.to_owned()));
    assert_eq!(outcomes, BTreeMap::from(expected), "{}", run.output);
    assert_eq!(run.status, Some(1), "{}", run.output);
}

/// A GUI in Python that plays three moves in a thread, and always ends with status 0. The last argument is what the
/// thread does when a line of the engine ends with CR LF: `quit`, `die`, or `log` a stack trace and play on.
const GUI_THAT_ALWAYS_ENDS_WITH_0: &str = r#"
import subprocess, sys, threading, traceback
engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def check(line):
    if line.endswith(b"\r\n"):
        raise ValueError("CR LF")
def ask(command, answer):
    engine.stdin.write(command + b"\n")
    engine.stdin.flush()
    line = b"-"
    while line and line.split()[:1] != [answer]:
        line = engine.stdout.readline()
        try:
            check(line)
        except ValueError:
            if sys.argv[2] == "die":
                raise
            if sys.argv[2] == "quit":
                sys.exit()
            traceback.print_exc()
def play():
    ask(b"ucci", b"ucciok")
    for command in 3 * [b"position startpos\ngo depth 1"]:
        ask(command, b"bestmove")
    ask(b"quit", b"bye")
thread = threading.Thread(target=play)
thread.start()
thread.join()
engine.kill()
"#;

#[test]
fn a_gui_that_gives_up_a_correct_engine_fails_even_with_status_0() {
    for (reaction, outcome, status) in [
        ("quit", "refused_it", 1),
        ("die", "crashed", 1),
        ("log", "reported_it", 0),
    ] {
        let gui = GUI_THAT_ALWAYS_ENDS_WITH_0;
        let gui = ["python3", "-c", gui, "{engine}", reaction];
        let (run, outcomes, report) = outcomes_of(&["--fault", "crlf"], &gui);
        assert_eq!(outcomes["crlf"], outcome, "{reaction}: {}", run.output);
        assert_eq!(run.status, Some(status), "{reaction}: {}", run.output);
        assert_eq!(report["healthy"]["searches"], 3);
    }
}

#[test]
fn a_gui_with_a_slow_engine_does_not_hang() {
    let fault = "delay response \"readyok\" by 200ms";
    let gui = ["python3", "-c", GUI_THAT_REFUSES_CRLF, "{engine}"];
    let (run, outcomes, _) = outcomes_of(&["--fault", fault, "--time-limit", "3s"], &gui);
    let outcomes: Vec<&String> = outcomes.values().collect();
    assert_eq!(outcomes, ["played_on"], "{}", run.output);
}

#[test]
fn a_naive_gui_fails_in_five_ways() {
    let expected = [
        ("no_bestmove", "hung"),
        ("crashes_on_go", "hung"),
        ("bare_bestmove", "crashed"),
        ("banner_in_gbk", "crashed"),
        ("illegal_move", "sent_nonsense"),
        ("no_readyok", "not_met"),
        ("option_without_type", "played_on"),
    ];
    let faults: Vec<&str> = expected.iter().map(|it| it.0).collect();
    let mut options = fault_options(&faults);
    options.extend(["--jobs", "8", "--time-limit", "10s"]);
    let (run, outcomes, report) = outcomes_of(&options, &["python3", &naive_gui(), "{engine}"]);
    let expected = expected.map(|(fault, outcome)| (fault.to_owned(), outcome.to_owned()));
    assert_eq!(outcomes, BTreeMap::from(expected), "{}", run.output);
    assert_eq!(run.status, Some(1), "{}", run.output);
    let faults = report["faults"].as_array().unwrap();
    let illegal = faults.iter().find(|it| it["fault"] == "illegal_move");
    let violation = &illegal.unwrap()["violations"][0];
    assert_eq!(violation["rule"], "ucci/interface_moves_legal");
    assert!(
        run.output.contains("check-gui --fault no_bestmove"),
        "{}",
        run.output
    );
    // `check-gui` has killed a GUI that hangs in a loop, and its engine, too.
    assert_eq!(
        common::all_marked_processes(&run.process_mark),
        Vec::<String>::new()
    );
}

/// A GUI that reads the path of its engine from the environment variable `PONDERHIT_ENGINE`.
const GUI_BY_ENVIRONMENT: &str = r#"printf 'ucci\nquit\n' | "$PONDERHIT_ENGINE" > /dev/null"#;

#[test]
fn the_wrapper_path_is_in_an_environment_variable() {
    let (run, outcomes, _) = outcomes_of(&["--fault", "no_bye"], &["sh", "-c", GUI_BY_ENVIRONMENT]);
    assert_eq!(outcomes["no_bye"], "played_on", "{}", run.output);
    assert_eq!(run.status, Some(0), "{}", run.output);
}

#[test]
fn a_gui_that_meets_no_fault_has_not_passed() {
    let (run, outcomes, _) = outcomes_of(
        &["--fault", "no_bestmove"],
        &["sh", "-c", GUI_BY_ENVIRONMENT],
    );
    assert_eq!(outcomes["no_bestmove"], "not_met", "{}", run.output);
    assert_eq!(run.status, Some(4), "{}", run.output);
}

/// A GUI often passes on the standard error of its engine. What ponderhit writes there, in the engine's place, is no
/// report of the GUI.
#[test]
fn lines_of_ponderhit_on_standard_error_are_no_report_of_the_gui() {
    for (line, outcome) in [
        ("ponderhit: the engine ended", "played_on"),
        ("the engine ended", "reported_it"),
    ] {
        let script =
            format!(r#"printf 'ucci\nquit\n' | "$1" | grep -q bye || echo '{line}' >&2; exit 0"#);
        let gui = ["sh", "-c", &script, "sh", "{engine}"];
        let (run, outcomes, _) = outcomes_of(&["--fault", "no_bye"], &gui);
        assert_eq!(outcomes["no_bye"], outcome, "{}", run.output);
    }
}

#[test]
fn a_gui_that_never_starts_its_engine_is_no_pass() {
    let (run, outcomes, report) = outcomes_of(&[], &["sh", "-c", "exit 0"]);
    assert_eq!(run.status, Some(5), "{}", run.output);
    assert!(outcomes.is_empty());
    assert_eq!(report["healthy"]["outcome"], "never_started");
    assert!(run.output.contains("{engine}"), "{}", run.output);
    let run = check_gui(&[], &["/no/such/gui", "{engine}"]);
    assert_eq!(run.status, Some(5), "{}", run.output);
}

#[test]
fn a_gui_that_fails_with_a_healthy_engine_meets_no_fault() {
    let script = r#"printf 'ucci\nquit\n' | "$1" > /dev/null; exit 3"#;
    let (run, outcomes, _) = outcomes_of(&[], &["sh", "-c", script, "sh", "{engine}"]);
    assert_eq!(run.status, Some(1), "{}", run.output);
    assert!(run.output.contains("✗ no fault"), "{}", run.output);
    assert!(outcomes.is_empty());
    // This GUI speaks UCI, although the engine speaks UCCI.
    let script = r#"printf 'uci\nquit\n' | "$1" > /dev/null"#;
    let run = check_gui(&[], &["sh", "-c", script, "sh", "{engine}"]);
    assert_eq!(run.status, Some(1), "{}", run.output);
    assert!(run.output.contains("--protocol uci"), "{}", run.output);
}

#[test]
fn a_rule_that_the_gui_violates_can_be_skipped() {
    let script = r#"printf 'ucci\nposition startpos moves a0a9\nquit\n' | "$1" > /dev/null"#;
    let gui = ["sh", "-c", script, "sh", "{engine}"];
    let faults = fault_options(&["banner_in_gbk"]);
    let (run, outcomes, _) = outcomes_of(&faults, &gui);
    assert_eq!(run.status, Some(1), "{}", run.output);
    assert!(outcomes.is_empty(), "{}", run.output);
    assert!(run.output.contains("--skip"), "{}", run.output);
    for skipped in ["ucci/interface_moves_legal", "interface_moves_*"] {
        let options = [&faults[..], &["--skip", skipped]].concat();
        let (run, outcomes, _) = outcomes_of(&options, &gui);
        assert_eq!(run.status, Some(0), "{}", run.output);
        assert_eq!(outcomes["banner_in_gbk"], "played_on");
    }
    let run = check_gui(&["--skip", "interface_moves_lega"], &gui);
    assert_eq!(run.status, Some(2), "{}", run.output);
    let nearest = "did you mean `ucci/interface_moves_legal`?";
    assert!(run.output.contains(nearest), "{}", run.output);
}

/// The clock is a negative number in an unsigned one, which only a rule about time finds. It counts without a fault only.
#[test]
fn a_gui_with_a_wrong_clock_does_not_work_with_the_healthy_engine() {
    let script = r#"
import subprocess, sys
pipe = subprocess.PIPE
engine = subprocess.Popen(sys.argv[1], stdin=pipe, stdout=pipe, text=True, bufsize=1)
def ask(command, answer):
    print(command, file=engine.stdin)
    while True:
        words = engine.stdout.readline().split()
        if words[:1] == [answer]:
            return words
ask("uci", "uciok")
ask("isready", "readyok")
best = ask("position startpos\ngo wtime 10 btime 5000 depth 1", "bestmove")[1]
moves = f"position startpos moves {best} a7a6"
ask(f"{moves}\ngo wtime 4294967290 btime 4000 depth 1", "bestmove")
print("quit", file=engine.stdin)
engine.wait()
"#;
    let gui = ["python3", "-c", script, "{engine}"];
    let options = ["--protocol", "uci", "--fault", "crlf"];
    let (run, outcomes, _) = outcomes_of(&options, &gui);
    assert_eq!(run.status, Some(1), "{}", run.output);
    assert!(outcomes.is_empty(), "{}", run.output);
    assert!(
        run.output.contains("uci/interface_clock_loss"),
        "{}",
        run.output
    );
    let skipped = [&options[..], &["--skip", "interface_clock_loss"]].concat();
    let (run, _, _) = outcomes_of(&skipped, &gui);
    assert!(!run.output.contains("✗ no fault"), "{}", run.output);
}

#[test]
fn recordings_are_kept_and_can_be_judged() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().display().to_string();
    let options = [
        "--fault",
        "no_such_fault*",
        "--fault",
        "insert response \"x y\" at start",
    ];
    let gui = ["sh", "-c", GUI_BY_ENVIRONMENT];
    let unknown = check_gui(&options, &gui);
    assert_eq!(unknown.status, Some(2), "{}", unknown.output);
    let options = [
        "--fault",
        "insert response \"it's a \\\"test\\\" $HOME\" at start",
        "--transcripts",
        &kept,
    ];
    let run = check_gui(&options, &gui);
    assert_eq!(run.status, Some(0), "{}", run.output);
    let text = fs::read_to_string(folder.path().join("fault-1/session.txt")).unwrap();
    assert!(text.contains("= fault"), "{text}");
    assert!(text.contains("< it's a \"test\" $HOME"), "{text}");
    let process_mark = common::unique_process_mark();
    let mut judge = ponderhit_command_with_mark(&process_mark);
    judge
        .arg("judge")
        .arg(folder.path().join("fault-1/session.txt"));
    let judged = common::run_command(judge, process_mark, RUN_TIMEOUT);
    assert!(
        matches!(judged.status, Some(0 | 1 | 3)),
        "{}",
        judged.output
    );
}

#[test]
fn inject_reports_a_fault_that_was_never_applied() {
    let run_inject = |fault: &str| {
        let process_mark = common::unique_process_mark();
        let mut command = ponderhit_command_with_mark(&process_mark);
        command.args(["inject", "--fault", fault, "--"]);
        command.args([env!("CARGO_BIN_EXE_ponderhit"), "engine"]);
        common::run_command(command, process_mark, RUN_TIMEOUT)
    };
    // The input of `inject` is empty, so the engine ends before it can send a `bestmove`, and the fault is never
    // applied.
    let never = run_inject("drop response \"bestmove\"");
    assert!(
        never.output.contains("was never applied"),
        "{}",
        never.output
    );
    assert_eq!(never.status, Some(0), "{}", never.output);
    let applied = run_inject("insert response \"banner\" at start");
    assert!(
        !applied.output.contains("never applied"),
        "{}",
        applied.output
    );
    let none = run_inject("none");
    assert_eq!(none.output, "");
}

#[test]
fn inject_reports_a_gui_that_speaks_another_protocol_than_the_fault() {
    let speak = |protocol: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponderhit"));
        command.args(["inject", "--protocol", protocol, "--fault", "banner", "--"]);
        command.args([
            env!("CARGO_BIN_EXE_ponderhit"),
            "engine",
            "--protocol",
            "uci",
        ]);
        let run = assert_cmd::Command::from_std(command)
            .write_stdin("uci\nquit\n")
            .timeout(RUN_TIMEOUT)
            .output()
            .unwrap();
        String::from_utf8(run.stderr).unwrap()
    };
    let warned = speak("ucci");
    assert!(
        warned.contains("the GUI speaks UCI, but the fault is applied to lines of UCCI 3.0")
            && warned.contains("`--protocol uci`"),
        "{warned}"
    );
    assert_eq!(speak("uci"), "");
}
