//! Tests of the profile `league`: its requirements, and the commands that the league's emulator sends.

use std::fs;

use super::engines::ponderhit_command;

/// Runs `check --profile league` with the reference engine, into which these faults are injected.
fn check_league(args: &[&str], faults: &[&str]) -> (i32, String) {
    let mut command = ponderhit_command(&["check", "--protocol", "ucci", "--profile", "league"]);
    command.args(args).arg("--");
    command.args([
        env!("CARGO_BIN_EXE_ponderhit"),
        "inject",
        "--protocol",
        "ucci",
    ]);
    for fault in faults {
        command.args(["--fault", fault]);
    }
    command.args([
        env!("CARGO_BIN_EXE_ponderhit"),
        "engine",
        "--protocol",
        "ucci",
    ]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

/// A fault that drops every command that the league does not use (`UCCI L1`) before it reaches the engine.
const DROP_COMMANDS_OUTSIDE_LEAGUE: &str =
    "drop command \"[..]\" like \"^(isready|probe|setoption|stop|ponderhit)\"";

/// A fault that drops every response of the engine that the league does not use (`UCCI L2`).
const DROP_ANSWERS_OUTSIDE_LEAGUE: &str =
    "drop response \"[..]\" like \"^(info|id|option|readyok|pophash|nobestmove|bye)\"";

/// A fault that makes the engine answer before it has used its time, because a search takes processor time.
const SHORT_SEARCH: &str = "replace command \"go time [..]\" by \"go depth 2\"";

#[test]
fn an_engine_with_only_the_league_subset_passes() {
    let (exit, text) = check_league(
        &[],
        &[
            DROP_COMMANDS_OUTSIDE_LEAGUE,
            DROP_ANSWERS_OUTSIDE_LEAGUE,
            SHORT_SEARCH,
        ],
    );
    assert_eq!(exit, 0, "{text}");
    assert!(!text.contains("✗"), "{text}");
    assert!(text.contains("should ucci/usemillisec_announced"), "{text}");
}

#[test]
fn league_scenarios_send_only_commands_of_the_emulator() {
    let folder = tempfile::tempdir().unwrap();
    let transcripts = folder.path().display().to_string();
    let init = [
        "--init",
        "setoption hashsize 1",
        "--transcripts",
        &transcripts,
    ];
    let faults = ["insert stderr \"no book found\" at start", SHORT_SEARCH];
    let (exit, text) = check_league(&init, &faults);
    assert_eq!(exit, 0, "{text}");
    let folder = folder.path().join("ucci/league");
    let mut read = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        read += 1;
        let said: Vec<&str> = text
            .lines()
            .filter_map(|it| it.split_once("> "))
            .map(|it| it.1)
            .collect();
        for never in [
            "isready",
            "probe",
            "ponderhit",
            "go ponder",
            "go depth",
            "go infinite",
        ] {
            assert!(!said.iter().any(|it| it.starts_with(never)), "{text}");
        }
        let opening = [
            "ucci",
            "setoption promotion false",
            "setoption ponder false",
            "setoption newgame",
            "setoption usemillisec true",
            "setoption hashsize 1",
        ];
        assert_eq!(said[..opening.len()], opening, "{text}");
    }
    assert!(read >= 7, "{read}");
}

#[test]
fn a_missing_ucciok_does_not_stop_the_league_script() {
    let (exit, text) = check_league(
        &["--skip", "ucci/league/game"],
        &["drop response \"ucciok\""],
    );
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("must   ucci/ucciok_once"), "{text}");
    assert!(text.contains("1 violated"), "{text}");
}

#[test]
fn output_ignored_by_the_emulator_is_judged_in_league_only() {
    let indented = "replace response \"bestmove [..]\" by \"  {line}\"";
    let (exit, text) = check_league(&["--skip", "ucci/league/game"], &[indented]);
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("must   ucci/league_readable"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.script");
    let record = "@protocol ucci\n> ucci\n< ucciok\n> position startpos\n> go time 3\n<|   bestmove h2e2\\n\n> quit\n< bye\n! exit 0\n";
    fs::write(&log, record).unwrap();
    let log = log.display().to_string();
    let judged = |profile: &[&str]| {
        let mut command = ponderhit_command(&["judge", "--protocol", "ucci"]);
        command.args(profile).arg(&log);
        let output = command.output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (exit, text) = judged(&["--profile", "league"]);
    assert_eq!(exit, Some(1), "{text}");
    assert!(text.contains("ucci/league_readable"), "{text}");
    let (_, text) = judged(&[]);
    assert!(!text.contains("must   ucci/league_readable"), "{text}");
}

#[test]
fn standard_error_is_recorded_between_the_answers() {
    let loud = "insert stderr \"bestmove a0a0\" after command \"go [..]\" nth 1";
    let (exit, text) = check_league(&["--only", "ucci/league/bans"], &[loud]);
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("a0a0"), "{text}");
}
