//! Tests of whole fuzzing campaigns: findings are stored, reproduced and reported as fixed. Hostile engines do not stop
//! a campaign, and no process remains after a campaign.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use crate::{
    common::{self, RunResult, marked_processes, ponderhit_command_with_mark, run_command},
    parallel::run_side_by_side,
};

/// The timeout of one run of ponderhit. The timeout is long, because these tests do not measure speed.
const RUN_TIMEOUT: Duration = Duration::from_secs(170);

/// The memory limit of ponderhit without its engines, in KiB.
const MEMORY_LIMIT_KIB: u64 = 300 * 1024;

const LONG_OPTION_CRASH: &str =
    "crash SIGSEGV before command \"setoption [..]\" like \"^.{1020,}$\"";

/// A short campaign that finds [`LONG_OPTION_CRASH`].
const FINDS_LONG_OPTION: [&str; 4] = ["--seed", "1", "--execs", "400"];

/// A fault that makes the engine crash early, so that the campaign finds the crash soon.
const EMPTY_LINE_CRASH: &str = "crash SIGSEGV before command \"[..]\" like \"^$\"";

/// The command line of the reference engine with an injected fault.
fn faulty_engine(fault: &str) -> Vec<String> {
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let words = [
        ours,
        "inject",
        "--protocol",
        "ucci",
        "--fault",
        fault,
        ours,
        "engine",
    ];
    words.map(str::to_owned).to_vec()
}

fn run_fuzz(args: &[&str], engine: &[String]) -> RunResult {
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    command.args(["fuzz", "--protocol", "ucci"]).args(args);
    command.arg("--").args(engine);
    run_command(command, process_mark, RUN_TIMEOUT)
}

fn script_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(script_files(&path));
        } else if path.extension().is_some_and(|it| it == "script") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn a_finding_is_stored_replayed_and_reported_fixed() {
    let corpus = tempfile::tempdir().unwrap();
    let directory = corpus.path().to_str().unwrap();
    let args = [&FINDS_LONG_OPTION[..], &["--findings", directory]].concat();
    let ran = run_fuzz(&args, &faulty_engine(LONG_OPTION_CRASH));
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let end = "exit 1: the engine violates ucci/option_long";
    assert!(ran.output.contains(end), "{}", ran.output);
    let found = script_files(corpus.path());
    let long = |it: &&PathBuf| it.to_string_lossy().contains("option_long");
    let script = found.iter().find(long).unwrap();

    let process_mark = common::unique_process_mark();
    let mut replay = ponderhit_command_with_mark(&process_mark);
    replay
        .arg("replay")
        .arg(script)
        .arg("--")
        .args(faulty_engine(LONG_OPTION_CRASH));
    let ran = run_command(replay, process_mark, RUN_TIMEOUT);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(ran.output.contains("ucci/option_long"), "{}", ran.output);

    // A second campaign loads the stored finding, and does not report it again.
    let ran = run_fuzz(&args, &faulty_engine(LONG_OPTION_CRASH));
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let known = format!("stored before: {}", found.len());
    assert!(ran.output.contains(&known), "{}", ran.output);
    let new = script_files(corpus.path());
    assert_eq!(
        new.iter().filter(long).count(),
        found.iter().filter(long).count()
    );

    let ran = run_fuzz(&["--replay", directory], &faulty_engine(LONG_OPTION_CRASH));
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(ran.output.contains("STILL FAILS"), "{}", ran.output);
    let end = "exit 1: a stored finding still fails";
    assert!(ran.output.contains(end), "{}", ran.output);
    let ran = run_fuzz(&["--replay", directory], &faulty_engine("none"));
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    assert!(ran.output.contains("FIXED"), "{}", ran.output);
    let end = "exit 0: every stored finding is fixed";
    assert!(ran.output.contains(end), "{}", ran.output);
    // With other options than in the campaign, the finding may be there still.
    let other = ["--setoption", "hashsize=2", "--replay", directory];
    let ran = run_fuzz(&other, &faulty_engine("none"));
    assert_eq!(ran.status, Some(3), "{}", ran.output);
    assert!(
        ran.output.contains("found without these options"),
        "{}",
        ran.output
    );
    // A script without its last lines sends less, so it proves nothing.
    let whole = fs::read_to_string(script).unwrap();
    let cut = whole.trim_end().rsplit_once('\n').unwrap().0;
    fs::write(script, cut).unwrap();
    let ran = run_fuzz(&["--replay", directory], &faulty_engine("none"));
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(ran.output.contains("not complete"), "{}", ran.output);
    fs::write(script, whole).unwrap();
    // An engine that ends at once has not been fixed.
    let dead = ["sh", "-c", "exit 0"].map(str::to_owned);
    let ran = run_fuzz(&["--replay", directory], &dead);
    assert_eq!(ran.status, Some(5), "{}", ran.output);
    // Only the first engine process is faulty, so the finding is reproduced in one of three tries. If only some of the
    // engine processes reproduce a finding, the finding is flaky and not a violation.
    let flag = corpus.path().join("flag");
    let once = format!(
        "if mkdir {} 2>/dev/null; then exec \"$@\"; fi; exec {} engine",
        flag.display(),
        env!("CARGO_BIN_EXE_ponderhit")
    );
    let mut engine = ["sh", "-c", &once, "sh"].map(str::to_owned).to_vec();
    engine.extend(faulty_engine(LONG_OPTION_CRASH));
    let ran = run_fuzz(&["--no-sandbox", "--replay", directory], &engine);
    assert_eq!(ran.status, Some(3), "{}", ran.output);
    assert!(ran.output.contains("FLAKY 1 of 3"), "{}", ran.output);
}

#[test]
fn the_json_report_has_the_same_findings() {
    let corpus = tempfile::tempdir().unwrap();
    let report = corpus.path().join("report.json");
    let json = format!("json={}", report.display());
    let directory = corpus.path().join("found");
    let directory = directory.to_str().unwrap();
    let args = ["--findings", directory, "--report", &json];
    let args = [&FINDS_LONG_OPTION[..], &args].concat();
    let ran = run_fuzz(&args, &faulty_engine(LONG_OPTION_CRASH));
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let text = fs::read_to_string(report).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["exit"], 1);
    assert_eq!(report["findings"][0]["rule"], "ucci/option_long");
    assert_eq!(report["findings"][0]["lines"], 1);
    assert!(report["coverage"].as_array().unwrap().len() > 20);
}

#[test]
fn always_violated_rules_fail_the_campaign_unless_known() {
    let corpus = tempfile::tempdir().unwrap();
    let directory = corpus.path().join("found");
    let args = ["--execs", "500", "--findings", directory.to_str().unwrap()];
    let engine = faulty_engine("drop response \"bye\"");
    let ran = run_fuzz(&args, &engine);
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    assert!(ran.output.contains("ucci/bye_before_end"), "{}", ran.output);
    let file = corpus.path().join("known.txt");
    fs::write(&file, "ucci/bye_before_end # nobody waits for it\n").unwrap();
    let known = ["--known-failures", file.to_str().unwrap()];
    let ran = run_fuzz(&[&args[..], &known].concat(), &engine);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

#[test]
fn a_missing_file_is_explained_by_the_working_directory() {
    let engine = ["sh", "-c", "read -r line < weights.dat && exec cat"].map(str::to_owned);
    let ran = run_fuzz(&[], &engine);
    assert_eq!(ran.status, Some(5), "{}", ran.output);
    assert!(ran.output.contains("--cwd"), "{}", ran.output);
}

/// Without the options of its campaign, a finding may not occur although nothing is repaired.
#[test]
fn a_finding_is_played_with_the_options_of_its_campaign() {
    let corpus = tempfile::tempdir().unwrap();
    let script = corpus.path().join("quit.script");
    // The hash of `big` begins with 2a21.
    let text = "# Signature: quit; the engine: signal\n@rule ucci/no_crash\n\
                # Options: --env MODE=[2a21]\n@protocol ucci\n@ready\n> quit\n";
    fs::write(&script, text).unwrap();
    let replay = |options: &[&str]| {
        let process_mark = common::unique_process_mark();
        let mut command = ponderhit_command_with_mark(&process_mark);
        command.arg("replay").arg(&script).args(options).arg("--");
        command.args(faulty_engine("none"));
        run_command(command, process_mark, RUN_TIMEOUT)
    };
    for (options, status) in [
        (&["--env", "MODE=big"][..], Some(0)),
        (&["--env", "MODE=small"], Some(2)),
        (&["--env", "MODE="], Some(2)),
        (&[], Some(2)),
    ] {
        let ran = replay(options);
        assert_eq!(ran.status, status, "{options:?}: {}", ran.output);
        let is_named = ran.output.contains("play it with `--env MODE=[2a21]`");
        assert_eq!(is_named, status == Some(2), "{}", ran.output);
    }
    fs::write(&script, text.replace("# Options: --env MODE=[2a21]\n", "")).unwrap();
    let ran = replay(&["--setoption", "hashsize=2"]);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(ran.output.contains("without them"), "{}", ran.output);
}

#[test]
fn an_unreadable_stored_finding_is_reported() {
    let corpus = tempfile::tempdir().unwrap();
    fs::write(corpus.path().join("bad.script"), "@ready\n>\n@rule\n").unwrap();
    let directory = corpus.path().to_str().unwrap();
    let ran = run_fuzz(&["--replay", directory], &faulty_engine("none"));
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(ran.output.contains("bad.script:3:"), "{}", ran.output);
}

/// The command line of the example `first_move`, which cargo builds together with the tests.
fn first_move_engine() -> Vec<String> {
    let ours = Path::new(env!("CARGO_BIN_EXE_ponderhit"));
    let engine = ours.with_file_name("examples").join("first_move");
    vec![engine.to_str().unwrap().to_owned()]
}

#[test]
fn a_minimal_conforming_engine_violates_no_rule() {
    let corpus = tempfile::tempdir().unwrap();
    let directory = corpus.path().to_str().unwrap();
    let ran = run_fuzz(
        &["--execs", "20000", "--findings", directory],
        &first_move_engine(),
    );
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    let engine = first_move_engine();
    let engine: Vec<&str> = engine.iter().map(String::as_str).collect();
    let ran = common::check_engine(&engine, RUN_TIMEOUT);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

/// The command line of a shell engine that conforms, except that it reacts to `position` with the shell command `then`.
fn shell_engine(then: &str) -> Vec<String> {
    let script = format!(
        "while read -r line; do case \"$line\" in \
           ucci) echo 'id name Hostile'; echo ucciok ;; \
           isready) echo readyok ;; \
           quit) echo bye; exit ;; \
           go* | stop) echo nobestmove ;; \
           position*) {then} ;; \
         esac; done"
    );
    ["sh", "-c", &script].map(str::to_owned).to_vec()
}

/// Checks that a campaign ends in time, fails, continues after the first crash, and leaves no process behind. It ends
/// after 100 commands or eight seconds: on a busy machine, these may be too short to confirm a hang.
fn assert_campaign_ends(engine: &[String]) {
    assert_campaign_with_options_ends(&["--execs", "100"], engine);
}

fn assert_campaign_with_options_ends(options: &[&str], engine: &[String]) {
    let corpus = tempfile::tempdir().unwrap();
    let directory = corpus.path().to_str().unwrap();
    let args = [
        "--time",
        "8s",
        "--timeout-scale",
        "0.2",
        "--findings",
        directory,
    ];
    let ran = run_fuzz(&[&args, options].concat(), engine);
    let text = &ran.output;
    assert!(
        matches!(ran.status, Some(1 | 3)),
        "{:?}: {text}",
        ran.status
    );
    assert!(
        ran.peak_memory_kib < MEMORY_LIMIT_KIB,
        "{} KiB:\n{text}",
        ran.peak_memory_kib
    );
    assert!(!text.contains("panicked"), "{text}");
    let stored = !script_files(corpus.path()).is_empty();
    let told = ["neither confirmed nor minimized", "violated no rule"];
    let told = told.iter().any(|it| text.contains(it)) || stored;
    assert!(told, "{text}");
    assert_eq!(
        marked_processes(&ran.process_mark),
        Vec::<String>::new(),
        "left behind:\n{text}"
    );
}

#[test]
fn a_crash_that_became_a_hang_is_not_fixed() {
    let findings = tempfile::tempdir().unwrap();
    let directory = findings.path().join("ucci/no_crash");
    fs::create_dir_all(&directory).unwrap();
    let script = "@rule ucci/no_crash\n@protocol ucci\n@ready\n> position startpos\n@idle\n";
    fs::write(directory.join("position.script"), script).unwrap();
    let directory = findings.path().to_str().unwrap();
    let args = ["--timeout-scale", "0.2", "--replay", directory];
    let ran = run_fuzz(&args, &shell_engine("sleep 600"));
    assert_eq!(ran.status, Some(1), "{}", ran.output);
    let text = "STILL FAILS ucci/no_crash (violates ucci/no_hang now)";
    assert!(ran.output.contains(text), "{}", ran.output);
    let ran = run_fuzz(&args, &shell_engine("true"));
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    assert!(ran.output.contains("FIXED"), "{}", ran.output);
}

#[test]
fn a_campaign_survives_floods() {
    let engines = ["yes flooding", "head -c 1000000000 /dev/zero; sleep 600"];
    // A flood takes much processor time, so the campaign is short. With this seed it still plays a `position`.
    let options = ["--seed", "1", "--execs", "30"];
    run_side_by_side(engines, |it| {
        assert_campaign_with_options_ends(&options, &shell_engine(it))
    });
}

#[test]
fn a_campaign_survives_a_silent_engine() {
    let engines = [
        "trap '' TERM INT HUP; sleep 600; sleep 600",
        "kill -STOP $$",
    ];
    run_side_by_side(engines, |it| assert_campaign_ends(&shell_engine(it)));
}

#[test]
fn a_campaign_survives_crashes() {
    let engines = [
        "kill -SEGV $$",
        "setsid sleep 600 & sleep 600 & exit 0",
        "exec >&-; sleep 600",
    ];
    run_side_by_side(engines, |it| assert_campaign_ends(&shell_engine(it)));
}

#[test]
fn a_campaign_survives_high_memory_use() {
    let hungry = "dd if=/dev/zero of=/dev/null bs=1500M count=50 2>/dev/null";
    // The campaign runs one session at a time, because each session fills more than 2 GiB.
    let options = ["--jobs", "1", "--seed", "1", "--execs", "12"];
    let engine = shell_engine(&format!("{hungry} & {hungry}; wait"));
    assert_campaign_with_options_ends(&options, &engine);
}

#[test]
fn a_program_without_handshake_is_not_fuzzed() {
    for (engine, code) in [
        ("/bin/true", 5),
        ("/bin/cat", 5),
        ("/nonexistent/engine", 5),
    ] {
        let ran = run_fuzz(&["--timeout-scale", "0.2"], &[engine.to_owned()]);
        assert_eq!(ran.status, Some(code), "{}", ran.output);
        assert_eq!(marked_processes(&ran.process_mark), Vec::<String>::new());
    }
}

#[test]
fn after_sigkill_no_process_remains_and_findings_stay() {
    let corpus = tempfile::tempdir().unwrap();
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    command.args(["fuzz", "--protocol", "ucci", "--time", "10m", "--findings"]);
    command
        .arg(corpus.path())
        .arg("--")
        .args(faulty_engine(EMPTY_LINE_CRASH));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_until("something is found", || {
        !script_files(corpus.path()).is_empty()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    // The list of remaining processes includes processes named `ponderhit`, because here the engine is also the program
    // `ponderhit`.
    wait_until("nothing is left", || {
        common::all_marked_processes(&process_mark).is_empty()
    });
    let directory = corpus.path().to_str().unwrap();
    let ran = run_fuzz(
        &["--execs", "500", "--findings", directory],
        &faulty_engine(EMPTY_LINE_CRASH),
    );
    assert!(ran.output.contains("stored before: 1"), "{}", ran.output);
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(100), "{what}");
        std::thread::yield_now();
    }
}

/// An engine that does not do any more what the finding is about has not shown that it is fixed.
#[test]
fn a_finding_whose_rule_is_not_exercised_is_not_fixed() {
    let corpus = tempfile::tempdir().unwrap();
    let directory = corpus.path().to_str().unwrap();
    let script = corpus.path().join("go-lives.script");
    let text = "# Signature: go unclear; the engine: lives\n@rule ucci/bestmove_legal\n# Steps: 3\n\
                @protocol ucci\n@ready\n> position startpos\n> go\n@idle\n";
    fs::write(&script, text).unwrap();
    let replay = |fault: &str| run_fuzz(&["--replay", directory], &faulty_engine(fault));
    let ran = replay("none");
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    for fault in ["drop response \"bestmove [..]\"", "no_move"] {
        let ran = replay(fault);
        assert_eq!(ran.status, Some(3), "{fault}: {}", ran.output);
        assert!(ran.output.contains("NOT JUDGED"), "{}", ran.output);
    }
    // Nobody would play a finding with another name, and a conversation shows that its finding is missing.
    for name in ["go-lives.script.txt", "go-lives"] {
        let other = corpus.path().join(name);
        fs::rename(&script, &other).unwrap();
        let ran = replay("none");
        assert_eq!(ran.status, Some(2), "{name}: {}", ran.output);
        assert!(
            ran.output.contains("the file is a finding"),
            "{}",
            ran.output
        );
        fs::rename(&other, &script).unwrap();
    }
    fs::write(corpus.path().join("go-lives.script.bak"), text).unwrap();
    fs::write(corpus.path().join("README.md"), "Our findings.\n").unwrap();
    assert_eq!(replay("none").status, Some(0));
    fs::write(corpus.path().join("lost.transcript"), "> ucci\n").unwrap();
    let ran = replay("none");
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(
        ran.output.contains("lost.script, is missing"),
        "{}",
        ran.output
    );
}
