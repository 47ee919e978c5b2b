//! Tests that create, replay, review and update snapshots.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

use crate::common::{RunResult, ponderhit_command_with_mark, run_command, unique_process_mark};
use tempfile::TempDir;

const RUN_TIMEOUT: Duration = Duration::from_secs(120);

const OPENING_SCRIPT: &str = "# the opening\n> ucci\n> position startpos\n> go depth 3\n> quit\n";

/// A fault that changes the score in one `info` line of the search, as if the engine's evaluation had changed.
const CHANGED_SCORE_FAULT: &str = "replace response \"info depth 3 score {s:int} pv {m:moves}\" by \"info depth 3 score 77 pv {m}\"";

fn ponderhit_path() -> String {
    env!("CARGO_BIN_EXE_ponderhit").to_owned()
}

fn engine_with_fault(fault: &str) -> Vec<String> {
    let words = ["inject", "--protocol", "ucci", "--fault", fault];
    let mut engine = vec![ponderhit_path()];
    engine.extend(words.map(str::to_owned));
    engine.extend([ponderhit_path(), "engine".to_owned()]);
    engine
}

struct SnapshotDir {
    dir: TempDir,
}

impl SnapshotDir {
    /// Creates a directory with a snapshot of the reference engine.
    fn new() -> SnapshotDir {
        let stage = SnapshotDir {
            dir: tempfile::tempdir().unwrap(),
        };
        let ran = stage.record_snapshot(OPENING_SCRIPT, &[], &engine_with_fault("none"));
        assert_eq!(ran.status, Some(0), "{}", ran.output);
        stage
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn read_snapshot(&self) -> String {
        fs::read_to_string(self.path("opening.script")).unwrap()
    }

    fn record_snapshot(&self, script: &str, options: &[&str], engine: &[String]) -> RunResult {
        fs::write(self.path("plain.script"), script).unwrap();
        // The old snapshot is removed, because `record` does not overwrite a file.
        let _ = fs::remove_file(self.path("opening.script"));
        let script = self.path("plain.script");
        let script = ["record", "--script", script.to_str().unwrap()];
        let out = self.path("opening.script");
        let out = ["-o", out.to_str().unwrap(), "--"];
        let engine: Vec<&str> = engine.iter().map(String::as_str).collect();
        self.run_command(&[&script[..], options, &out, &engine].concat(), false)
    }

    fn replay(&self, options: &[&str], engine: &[String], ci: bool) -> RunResult {
        let snapshot = self.path("opening.script");
        let words = [&["replay", snapshot.to_str().unwrap()][..], options].concat();
        let mut all = words;
        if !engine.is_empty() {
            all.push("--");
            all.extend(engine.iter().map(String::as_str));
        }
        self.run_command(&all, ci)
    }

    fn run_command(&self, args: &[&str], ci: bool) -> RunResult {
        let mark = unique_process_mark();
        let mut command: Command = ponderhit_command_with_mark(&mark);
        command.env_remove("CI").args(args);
        if ci {
            command.env("CI", "true").env_remove("CARGO_PKG_NAME");
        }
        run_command(command, mark, RUN_TIMEOUT)
    }
}

/// Returns the removed lines and the added lines of a diff that `replay` printed.
fn diff_lines(text: &str) -> (Vec<&str>, Vec<&str>) {
    let with = |mark: &'static str| {
        let numbered = |it: &&str| {
            let first = |it: char| it.is_ascii_digit() || it == '+';
            it.starts_with("     ") && it.trim_start().starts_with(first)
                || it.starts_with("   ") && it.trim_start().starts_with(first)
        };
        let lines = text.lines().filter(numbered);
        let marked = lines.filter(move |it| it.split_whitespace().take(2).any(|word| word == mark));
        marked
            .map(|it| it.split_once(&format!(" {mark} ")).unwrap().1)
            .collect()
    };
    (with("-"), with("+"))
}

#[test]
fn a_snapshot_is_reproduced_fifty_times() {
    let stage = SnapshotDir::new();
    let snapshot = stage.read_snapshot();
    assert!(
        snapshot.contains("@snapshot time nodes nps hashfull\n"),
        "{snapshot}"
    );
    assert!(
        snapshot.contains("<* info time {uint} nodes {uint}\n"),
        "{snapshot}"
    );
    assert!(
        snapshot.contains("< info depth 3 score 19 pv b2e2 b7e7 a0a1\n"),
        "{snapshot}"
    );
    assert!(!snapshot.contains("..."), "{snapshot}");
    for round in 0..50 {
        let ran = stage.replay(&[], &engine_with_fault("none"), false);
        assert_eq!(ran.status, Some(0), "round {round}: {}", ran.output);
    }
    assert!(!Path::new(&stage.path("opening.script.new")).exists());
}

#[test]
fn a_replay_shows_only_changed_lines() {
    let stage = SnapshotDir::new();
    let before = stage.read_snapshot();
    let ran = stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let (gone, come) = diff_lines(&ran.output);
    assert_eq!(gone, ["< info depth 3 score 19 pv b2e2 b7e7 a0a1"]);
    assert_eq!(come, ["< info depth 3 score 77 pv b2e2 b7e7 a0a1"]);
    assert!(
        ran.output.contains("opening.script, line 37\n"),
        "{}",
        ran.output
    );
    // The diff shows the commands above the changed line.
    assert!(
        ran.output.contains("> position startpos\n"),
        "{}",
        ran.output
    );

    // Without a terminal `--review` asks no questions, and `--review=list` changes nothing.
    let asked = stage.replay(&["--review"], &[], false);
    assert_eq!(asked.status, Some(2), "{}", asked.output);
    let listed = stage.replay(&["--review=list"], &[], false);
    assert_eq!(listed.status, Some(1), "{}", listed.output);
    assert_eq!(diff_lines(&listed.output), (gone, come));
    assert_eq!(stage.read_snapshot(), before);

    let accepted = stage.replay(&["--review=accept"], &[], false);
    assert_eq!(accepted.status, Some(0), "{}", accepted.output);
    let after = before.replace("score 19 pv b2e2 b7e7 a0a1", "score 77 pv b2e2 b7e7 a0a1");
    assert_eq!(stage.read_snapshot(), after);
    let ran = stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

#[test]
fn a_rejected_change_is_not_applied() {
    let stage = SnapshotDir::new();
    let before = stage.read_snapshot();
    stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    let rejected = stage.replay(&["--review=reject"], &[], false);
    assert_eq!(rejected.status, Some(0), "{}", rejected.output);
    assert_eq!(stage.read_snapshot(), before);
    assert!(!stage.path("opening.script.new").exists());
    // In continuous integration, `replay` writes no file `.new` with pending changes.
    let ran = stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), true);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(!stage.path("opening.script.new").exists());
}

#[test]
fn bless_writes_the_actual_output() {
    let stage = SnapshotDir::new();
    // In CI, `--bless` would accept the output of every engine.
    let ran = stage.replay(&["--bless"], &engine_with_fault(CHANGED_SCORE_FAULT), true);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    let ran = stage.replay(&["--bless"], &engine_with_fault("none"), false);
    assert!(ran.output.contains("unchanged"), "{}", ran.output);
    let ran = stage.replay(&["--bless"], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    assert!(stage.read_snapshot().contains("score 77"));
    // A removed line, an added line or another exit status is also a difference to the snapshot.
    for fault in [
        "drop response \"bye\"",
        "duplicate response \"bestmove [..]\"",
        "insert response \"info string hello\" after response \"ucciok\"",
        "exit 3 after command \"quit\"",
    ] {
        let ran = stage.replay(&[], &engine_with_fault(fault), true);
        assert_eq!(ran.status, Some(1), "{fault}: {}", ran.output);
        assert!(
            ran.output.contains("script/mismatch"),
            "{fault}: {}",
            ran.output
        );
    }
}

/// A snapshot of a faulty engine is written, and its violations are named. Rules of other profiles do not count.
#[test]
fn a_stored_output_that_violates_a_rule_is_reported() {
    let stage = SnapshotDir::new();
    let faulty = engine_with_fault("illegal_move");
    let says_so = "this output violates ucci/bestmove_legal";
    let ran = stage.replay(&["--bless"], &faulty, false);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(ran.output.contains(says_so), "{}", ran.output);
    let ran = stage.replay(&["--bless"], &faulty, false);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let says_both = ran.output.contains("unchanged") && ran.output.contains(says_so);
    assert!(says_both, "{}", ran.output);
    let ran = stage.record_snapshot(OPENING_SCRIPT, &[], &faulty);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let says_both = ran.output.contains("written") && ran.output.contains(says_so);
    assert!(says_both, "{}", ran.output);
    // `gtp/kgs_commands` is a rule of the profile `kgs` only.
    let of_kgs = [
        "inject",
        "--protocol",
        "gtp",
        "--fault",
        "list_for_kgs",
        "--",
    ];
    let reference = ["engine", "--protocol", "gtp"];
    let program = ponderhit_path();
    let engine = [&[&*program][..], &of_kgs, &[&*program], &reference].concat();
    let engine: Vec<String> = engine.into_iter().map(str::to_owned).collect();
    let ran = stage.record_snapshot("@protocol gtp\n> list_commands\n> quit\n", &[], &engine);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

#[test]
fn wildcard_fields_can_be_chosen() {
    let stage = SnapshotDir::new();
    let options = ["--wildcard", "score,pv"];
    let ran = stage.record_snapshot(OPENING_SCRIPT, &options, &engine_with_fault("none"));
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    let snapshot = stage.read_snapshot();
    assert!(
        snapshot.contains("<* info depth 3 score {int} pv {moves}\n"),
        "{snapshot}"
    );
    let ran = stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), true);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    // The wildcard of the score matches only numbers, so the score `high` is a difference to the snapshot.
    let odd = "replace response \"info depth 3 [..]\" by \"info depth 3 score high pv b2e2\"";
    let ran = stage.replay(&[], &engine_with_fault(odd), true);
    assert_eq!(ran.status, Some(1), "{}", ran.output);

    let ran = stage.record_snapshot(
        OPENING_SCRIPT,
        &["--wildcard", "colour"],
        &engine_with_fault("none"),
    );
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    fs::write(
        stage.path("opening.script"),
        "@protocol ucci\n@snapshot colour\n> ucci\n< ucciok\n",
    )
    .unwrap();
    let ran = stage.replay(&[], &engine_with_fault("none"), true);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(
        ran.output
            .contains("opening.script:2:1: unknown wildcard field `colour`"),
        "{}",
        ran.output
    );
}

#[test]
fn output_that_is_not_reproduced_is_reported_at_creation() {
    let stage = SnapshotDir::new();
    let count = stage.path("count");
    let varies = format!(
        "echo x >> {0}; while read -r line; do case $line in ucci) echo id name $(wc -l < {0}); \
         echo ucciok ;; quit) echo bye; exit ;; esac; done",
        count.display()
    );
    let varies = ["sh", "-c", &varies].map(str::to_owned);
    let ran = stage.record_snapshot("@protocol ucci\n> ucci\n> quit\n", &[], &varies);
    assert_eq!(ran.status, Some(3), "{}", ran.output);
    assert_eq!(
        diff_lines(&ran.output),
        (vec!["< id name 1"], vec!["< id name 2"])
    );
}

#[test]
fn a_snapshot_that_lost_its_last_lines_does_not_pass() {
    for (script, end) in [
        (OPENING_SCRIPT, "! exit 0\n"),
        ("> ucci\n> position startpos\n> go depth 3\n", "! cut\n"),
    ] {
        let stage = SnapshotDir::new();
        let engine = engine_with_fault("none");
        stage.record_snapshot(script, &[], &engine);
        let whole = stage.read_snapshot();
        assert!(whole.ends_with(end), "{whole}");
        let ran = stage.replay(&[], &engine, true);
        assert_eq!(ran.status, Some(0), "{}", ran.output);
        let line_ends = whole.match_indices('\n').map(|it| it.0 + 1);
        for kept in line_ends.filter(|it| *it < whole.len()).step_by(5) {
            fs::write(stage.path("opening.script"), &whole[..kept]).unwrap();
            let ran = stage.replay(&[], &engine, true);
            assert_ne!(ran.status, Some(0), "{}{}", &whole[..kept], ran.output);
        }
        let kept = whole.len() - end.len();
        fs::write(stage.path("opening.script"), &whole[..kept]).unwrap();
        let ran = stage.replay(&[], &engine, true);
        assert!(ran.output.contains(&format!("+ {end}")), "{}", ran.output);
        stage.replay(&["--bless"], &engine, false);
        assert_eq!(stage.read_snapshot(), whole);
    }
}

#[test]
fn a_snapshot_of_gtp_needs_no_protocol_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(
        path("in.script"),
        "@protocol gtp\n> boardsize 9\n> showboard\n",
    )
    .unwrap();
    let mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&mark);
    command.args(["record", "--script", &path("in.script"), "-o"]);
    command.args([&path("out.script"), "--"]);
    command.arg(env!("CARGO_BIN_EXE_ponderhit"));
    command.args(["engine", "--protocol", "gtp"]);
    let ran = run_command(command, mark, RUN_TIMEOUT);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    assert!(Path::new(&path("out.script")).exists());
}

#[test]
fn an_engine_that_crashes_hangs_or_exits_makes_no_snapshot() {
    let stage = SnapshotDir::new();
    let before = stage.read_snapshot();
    for fault in [
        "crash SIGSEGV before command \"go [..]\"",
        "exit 0 after command \"go [..]\"",
        "stall before command \"go [..]\"",
    ] {
        let options = ["--bless", "--timeout-scale", "0.1"];
        let ran = stage.replay(&options, &engine_with_fault(fault), false);
        assert_eq!(ran.status, Some(1), "{fault}: {}", ran.output);
        assert!(
            ran.output.contains("nothing was written"),
            "{fault}: {}",
            ran.output
        );
        assert_eq!(stage.read_snapshot(), before);
        let ran = stage.replay(&options[1..], &engine_with_fault(fault), false);
        assert_eq!(ran.status, Some(1), "{fault}: {}", ran.output);
        // `replay` has written no file `.new`, so no pending change exists that the user could accept.
        assert!(!stage.path("opening.script.new").exists(), "{fault}");
    }
    let dies = engine_with_fault("crash SIGSEGV before command \"go [..]\"");
    let ran = stage.record_snapshot(OPENING_SCRIPT, &[], &dies);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(!stage.path("opening.script").exists());
}

#[test]
fn edited_lines_are_kept_while_they_match() {
    let stage = SnapshotDir::new();
    let own = "@protocol ucci\n@snapshot time\n> ucci\n< id name ponderhit reference 0.2.0\n\
        < id author nobody\n# a remark\n...\n< ucciok\n> isready\n<* readyok\n\n> quit\n< bye\n";
    fs::write(stage.path("opening.script"), own).unwrap();
    let ran = stage.replay(&[], &engine_with_fault("none"), false);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let accepted = stage.replay(&["--review=accept"], &[], false);
    assert_eq!(accepted.status, Some(0), "{}", accepted.output);
    let after = stage.read_snapshot();
    assert!(
        after.contains("...\n< ucciok\n> isready\n<* readyok\n\n> quit\n"),
        "{after}"
    );
    assert!(
        !after.contains("nobody") && !after.contains("option"),
        "{after}"
    );
    let ran = stage.replay(&[], &engine_with_fault("none"), false);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

#[test]
fn outdated_changes_are_not_accepted() {
    let stage = SnapshotDir::new();
    stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    let ran = stage.replay(&["--bless"], &engine_with_fault("none"), false);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    assert!(!stage.path("opening.script.new").exists());
    stage.replay(&[], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    let pending = fs::File::options()
        .write(true)
        .open(stage.path("opening.script.new"));
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    pending.unwrap().set_modified(hour_ago).unwrap();
    let edited = format!("# by hand\n{}", stage.read_snapshot());
    fs::write(stage.path("opening.script"), &edited).unwrap();
    let ran = stage.replay(&["--review=accept"], &[], false);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert_eq!(stage.read_snapshot(), edited);
    fs::remove_file(stage.path("opening.script")).unwrap();
    let ran = stage.replay(&["--review=list"], &[], false);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
}

#[test]
fn a_recording_becomes_a_snapshot() {
    let stage = SnapshotDir::new();
    let recording = "0.000100 > ucci\n0.000200 = late 1200us\n0.000300 < ucciok\n\
        0.000400 > position startpos\n0.000500 > go depth 1\n\
        0.000600 < info depth 1 time 9 nps 3\n0.000700 % thinking\n0.000800 < bestmove a0a1\n\
        0.000900 > quit\n0.001000 < bye\n0.001100 ! exit 0\n";
    let ran = stage.record_snapshot(recording, &[], &engine_with_fault("none"));
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    let snapshot = stage.read_snapshot();
    assert!(
        !snapshot.contains("0.000") && !snapshot.contains("late"),
        "{snapshot}"
    );
    assert!(
        snapshot.contains("> go depth 1\n< info depth 1 score"),
        "{snapshot}"
    );
    assert!(
        snapshot.ends_with("> quit\n< bye\n! exit 0\n"),
        "{snapshot}"
    );
}

#[test]
fn invalid_pending_changes_are_an_error_and_lose_nothing() {
    let stage = SnapshotDir::new();
    let before = stage.read_snapshot();
    for broken in [&b""[..], b"\xff\x00garbage\n", b"> \n"] {
        fs::write(stage.path("opening.script.new"), broken).unwrap();
        let ran = stage.replay(&["--review=accept"], &[], false);
        assert!(!ran.output.contains("panicked"), "{}", ran.output);
        assert_eq!(ran.status, Some(2), "{}", ran.output);
        assert_eq!(stage.read_snapshot(), before);
    }
    let round = before.replace("> go depth 3\n", "@repeat 3\n> go depth 3\n@end\n");
    fs::write(stage.path("opening.script"), round).unwrap();
    let ran = stage.replay(&[], &engine_with_fault("none"), false);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(
        ran.output
            .contains("`@repeat` is not supported in a snapshot"),
        "{}",
        ran.output
    );
    // If a snapshot file has CR LF line ends, `--bless` keeps them.
    fs::write(stage.path("opening.script"), before.replace('\n', "\r\n")).unwrap();
    let ran = stage.replay(&["--bless"], &engine_with_fault(CHANGED_SCORE_FAULT), false);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    let after = stage.read_snapshot();
    assert!(after.contains("score 77"), "{after}");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
}

#[test]
fn unexpected_output_and_a_missing_end_are_differences() {
    let stage = SnapshotDir::new();
    let besides = "insert response \"info string hello\" after command \"position startpos\"";
    let ran = stage.replay(&[], &engine_with_fault(besides), true);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert_eq!(
        diff_lines(&ran.output),
        (vec![], vec!["< info string hello"])
    );
    assert!(!ran.output.contains("line 0"), "{}", ran.output);
    let stays = "stall before command \"quit\"";
    let options = ["--timeout-scale", "0.1", "--only", "script/*"];
    let ran = stage.replay(&options, &engine_with_fault(stays), true);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
}
