//! Tests of `judge`, and of files of known failures, which a project stores with its engine.

use std::{
    fs,
    path::{Path, PathBuf},
};

use predicates::str::contains;
use tempfile::TempDir;

use super::engines::{
    ENGINE_WITHOUT_BYE, FAST_ENGINE_WITHOUT_BYE, GTP_ENGINE_ARGS, ponderhit_command, replace_times,
    run_on_script,
};

fn write_file(dir: &TempDir, name: &str, text: &str) -> PathBuf {
    let file = dir.path().join(name);
    fs::write(&file, text).unwrap();
    file
}

fn judge_text(text: &str) -> assert_cmd::assert::Assert {
    let dir = TempDir::new().unwrap();
    let file = write_file(&dir, "game.log", text);
    ponderhit_command(&["judge", file.to_str().unwrap()]).assert()
}

#[test]
fn interface_violations_are_found_in_its_own_lines() {
    let hands = "> ucci\n< option usemillisec type check default false\n< ucciok\n";
    let go_twice = format!("{hands}> position startpos\n> go infinite\n> go depth 2\n");
    judge_text(&go_twice)
        .code(1)
        .stdout(contains("ucci/interface_state"));
    let draw = format!("{hands}> position startpos\n> go ponder draw time 9 increment 0\n");
    // One place of the specification forbids `go ponder draw`, and another place does not mention this case, so the
    // rule has the level `should`.
    judge_text(&draw)
        .code(0)
        .stdout(contains("ucci/interface_ponder_draw"));
    let illegal = format!("{hands}> position startpos moves h2e2 h2e2\n");
    judge_text(&illegal)
        .code(1)
        .stdout(contains("game.log, line 4"))
        .stdout(contains("h2e2 is illegal here"));
    let seconds = format!("{hands}> position startpos\n> go time 60 increment 0\n");
    judge_text(&seconds)
        .code(1)
        .stdout(contains("ucci/interface_milliseconds"));
}

#[test]
fn transcripts_of_check_can_be_judged() {
    let dir = TempDir::new().unwrap();
    let transcripts = dir.path().to_str().unwrap();
    let args = ["check", "--profile", "smoke", "--transcripts", transcripts];
    ponderhit_command(&args).assert().code(0);
    let one = dir.path().join("ucci/go/depth.script");
    ponderhit_command(&["judge", one.to_str().unwrap()])
        .assert()
        .code(0);
}

#[test]
fn an_invalid_record_is_an_error_with_its_line() {
    judge_text("> ucci\n<* ucciok\n").code(2).stderr(contains(
        "game.log:2:1: this line is allowed only in a script",
    ));
    judge_text("< hello\n")
        .code(2)
        .stderr(contains("no handshake of any protocol found (UCCI 3.0, "));
}

#[test]
fn a_damaged_record_is_judged_up_to_the_damage() {
    let hands = "> ucci\n< option usemillisec type check default false\n< ucciok\n";
    judge_text(&format!(
        "{hands}0.100000 > isready\n0.200000 < readyok\n0.300000 > posi"
    ))
    .code(0)
    .stdout(contains("no newline ends line 6"));
    judge_text(&format!("{hands}> isready\n< readyok\n?"))
        .code(0)
        .stdout(contains("no newline ends line 6"));
    judge_text(&format!("{hands}> isready\n< readyok\n?\n> isready\n"))
        .code(2)
        .stdout(contains("conform"))
        .stderr(contains("game.log:6:1:"));
}

#[test]
fn a_rule_that_is_violated_in_most_scenarios_is_one_known_failure() {
    let dir = TempDir::new().unwrap();
    let known = dir.path().join("known.txt");
    let args = ["check", "--protocol", "ucci", "--only", "ucci/legality/*"];
    let write = ["--write-known-failures", known.to_str().unwrap()];
    run_on_script(&[&args[..], &write].concat(), FAST_ENGINE_WITHOUT_BYE)
        .assert()
        .code(1);
    let text = fs::read_to_string(known).unwrap();
    let mut lines = text.lines();
    let of_rule = lines.find(|it| it.starts_with("ucci/bye_before_end "));
    let of_rule = of_rule.expect(&text);
    assert!(of_rule.starts_with("ucci/bye_before_end  # "), "{text}");
    assert_eq!(text.matches("ucci/bye_before_end").count(), 1, "{text}");
}

#[test]
fn a_known_failure_is_reported_and_does_not_fail() {
    let dir = TempDir::new().unwrap();
    let known = dir.path().join("known.txt");
    let known = known.to_str().unwrap();
    let ours = ["--protocol", "ucci", "--only", "ucci/quit/idle"];
    let write = [&["check", "--write-known-failures", known][..], &ours].concat();
    run_on_script(&write, ENGINE_WITHOUT_BYE).assert().code(1);
    let text = fs::read_to_string(known).unwrap();
    assert!(
        text.starts_with("ucci/bye_before_end ucci/quit/idle  # "),
        "{text}"
    );
    let live = [&["check", "--known-failures", known][..], &ours].concat();
    run_on_script(&live, ENGINE_WITHOUT_BYE)
        .assert()
        .code(0)
        .stdout(contains("2 known failures"))
        .stdout(contains("~ must   ucci/bye_before_end: known failure, "));
    // `--write-known-failures` does not overwrite an existing file, because a user may have edited the reasons in the
    // file.
    run_on_script(&write, ENGINE_WITHOUT_BYE)
        .assert()
        .code(2)
        .stderr(contains("known.txt --update-known-failures updates it"));
    let misspelt = write_file(&dir, "misspelt.txt", "ucci/bye_before_end ucci/quit/idel\n");
    run_on_script(
        &[
            &["check", "--known-failures", misspelt.to_str().unwrap()][..],
            &ours,
        ]
        .concat(),
        ENGINE_WITHOUT_BYE,
    )
    .assert()
    .code(1)
    .stdout(contains("`ucci/quit/idel` matches no scenario"));
    let all = write_file(&dir, "all.txt", "* # for now\n");
    let wide = [
        &["check", "--known-failures", all.to_str().unwrap()][..],
        &ours,
    ]
    .concat();
    run_on_script(&wide, ENGINE_WITHOUT_BYE)
        .assert()
        .code(0)
        .stdout(contains("`*` covers every rule: no violation can fail"));
}

#[test]
fn rules_blocked_by_a_known_failure_do_not_fail() {
    let dir = TempDir::new().unwrap();
    let known = write_file(&dir, "known.txt", "ucci/bye_before_end # no bye\n");
    let known = known.to_str().unwrap();
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let fault = [
        "inject",
        "--fault",
        "drop response \"bye\"",
        "--",
        ours,
        "engine",
    ];
    let check = [
        "check",
        "-v",
        "--protocol",
        "ucci",
        "--profile",
        "smoke",
        "--known-failures",
        known,
        "--",
        ours,
    ];
    ponderhit_command(&[&check[..], &fault].concat())
        .assert()
        .code(0)
        .stdout(contains("ucci/ends_after_bye: not exercised"));
}

#[test]
fn a_known_failure_that_does_not_occur_any_more_fails_the_run() {
    let dir = TempDir::new().unwrap();
    let known = write_file(&dir, "known.txt", "# ours\ngtp/arguments_checked # once\n");
    let known = [
        "check",
        "--protocol",
        "gtp",
        "--known-failures",
        known.to_str().unwrap(),
    ];
    ponderhit_command(&[&known[..], &GTP_ENGINE_ARGS].concat())
        .assert()
        .code(1)
        .stdout(contains(
            "known.txt:2: `gtp/arguments_checked` no longer fails",
        ));
    let wrong = write_file(&dir, "wrong.txt", "gtp/nonsense\n");
    let wrong = [
        "check",
        "--protocol",
        "gtp",
        "--known-failures",
        wrong.to_str().unwrap(),
    ];
    ponderhit_command(&[&wrong[..], &GTP_ENGINE_ARGS].concat())
        .assert()
        .code(2)
        .stderr(contains("wrong.txt:1:1: `gtp/nonsense` matches no rule"));
}

#[test]
fn options_can_be_set_in_a_project_file() {
    let dir = TempDir::new().unwrap();
    let here = |args: &[&str]| {
        let mut command = ponderhit_command(args);
        command.current_dir(dir.path());
        command.assert()
    };
    let words = FAST_ENGINE_WITHOUT_BYE
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let engine = format!("engine = [\"sh\", \"-c\", \"{words}\"]\n");
    let text = format!("{engine}protocol = \"ucci\"\nonly = [\"ucci/bye_before_end\"]\n");
    write_file(&dir, "ponderhit.toml", &text);
    here(&["check"])
        .code(1)
        .stdout(contains("1 violated (1 must)"));
    // Options of the command line override the project file.
    here(&["check", "--only", "ucci/ucciok_once"]).code(0);
    here(&["check", "--only", "ucci/bye_before_end", "--", "true"]).code(5);
    // `replay` uses the engine of the project file, too.
    here(&["replay", "ucci/quit/idle"])
        .code(1)
        .stdout(contains("ucci/bye_before_end"));
    write_file(
        &dir,
        "ponderhit.toml",
        "strict = true\nprofil = \"smoke\"\n",
    );
    here(&["check"])
        .code(2)
        .stderr(contains("ponderhit.toml:2:1: unrecognized option `profil`"));
    write_file(&dir, "ponderhit.toml", "strict = \"yes\"\n");
    here(&["check"])
        .code(2)
        .stderr(contains("ponderhit.toml:1:1: expected true or false"));
    write_file(&dir, "ponderhit.toml", "strict = \n");
    here(&["check"])
        .code(2)
        .stderr(contains("ponderhit.toml:1:"));
}

#[test]
fn any_number_of_jobs_gives_the_same_report() {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/ucci/judged");
    let mut logs: Vec<String> = fs::read_dir(logs)
        .unwrap()
        .map(|it| it.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    // The log `memory_steady` has no response, so `judge` cannot detect its protocol.
    logs.retain(|it| !it.contains("memory_steady"));
    logs.sort();
    assert!(logs.len() > 100);
    let report = |jobs: &str| {
        let options = [
            "judge",
            "--protocol",
            "ucci",
            "--board",
            "none",
            "--jobs",
            jobs,
        ];
        let output = ponderhit_command(&options).args(&logs).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        // The last line of the report contains the duration of the run.
        replace_times(&output.stdout)
    };
    assert_eq!(report("1"), report("7"));
}
