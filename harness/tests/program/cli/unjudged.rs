//! Tests of runs in which something was not judged, so that they must not exit with success.

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use serde_json::Value;
use tempfile::TempDir;

use super::{
    engines::{ENGINE_WITHOUT_END_OF_SEARCH, ponderhit_command, run_on_script},
    write_file,
};

/// A shell engine that does not read its input during a search, and hangs in `go infinite`.
const HANGING_ENGINE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     'go infinite'*) sleep 600 ;; \
     go*) sleep 0.05; echo bestmove h2e2 ;; \
     stop) echo nobestmove ;; \
     quit) echo bye; exit 0 ;; \
     esac; done";

#[test]
fn rules_hidden_by_a_hang_do_not_conform() {
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--timeout-scale",
        "0.2",
        "--only",
        "ucci/go/*",
        "--only",
        "ucci/stop/*",
        "--report",
        "json",
    ];
    let ran = run_on_script(&args, HANGING_ENGINE).assert();
    let status = ran.get_output().status.code();
    assert!(matches!(status, Some(1 | 3)), "{status:?}");
    let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    let verdict = |rule: &str| {
        let mut verdicts = report["verdicts"].as_array().unwrap().iter();
        verdicts.find(|it| it["rule"] == rule).unwrap().clone()
    };
    // Either `no_hang` is violated, or the report says that the host was too slow to judge this
    // rule.
    let hang = verdict("ucci/no_hang");
    let late = hang["reasons"].to_string().contains("host");
    let doubted = hang["outcome"] == "inconclusive" && late;
    assert!(hang["outcome"] == "violates" || doubted, "{hang}");
    for rule in [
        "ucci/readyok_while_thinking",
        "ucci/stop_ends_thinking",
        "ucci/stop_prompt",
    ] {
        let verdict = verdict(rule);
        assert_eq!(verdict["outcome"], "inconclusive", "{verdict}");
        let reasons = verdict["reasons"].to_string();
        assert!(reasons.contains("hidden by `ucci/no_hang`"), "{reasons}");
    }
}

#[test]
fn rules_hidden_by_an_unselected_hang_do_not_conform() {
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--timeout-scale",
        "0.2",
        "--only",
        "ucci/stop_ends_thinking",
        // Without this option the exit code is 3, too. With it, at least one rule must conform.
        "--allow-inconclusive",
    ];
    run_on_script(&args, HANGING_ENGINE)
        .assert()
        .code(3)
        .stdout(contains("hidden by `ucci/no_hang`"));
}

#[test]
fn scenarios_that_a_known_hang_prevented_do_not_pass() {
    let dir = TempDir::new().unwrap();
    let known = write_file(&dir, "known.txt", "ucci/no_hang # ours\n*/*_prompt\n");
    let args = [
        "check",
        "-p",
        "ucci",
        "--timeout-scale",
        "0.1",
        "--known-failures",
        &known,
    ];
    run_on_script(&args, ENGINE_WITHOUT_END_OF_SEARCH)
        .assert()
        .code(3)
        .stdout(contains("scenarios were not played"));
}

#[test]
fn a_profile_whose_option_the_engine_lacks_does_not_pass() {
    let engine = "while read -r line; do case \"$line\" in \
         uci) echo id name A; echo id author B; echo uciok ;; \
         isready) echo readyok ;; quit) exit 0 ;; esac; done";
    let args = ["check", "-p", "uci", "--profile", "chess960"];
    run_on_script(&args, engine).assert().code(3).stdout(
        contains("every selected scenario needs `UCI_Chess960`")
            .and(contains("something could not be judged")),
    );
}

/// A recording of a GUI that ended before it sent a line shows nothing about this GUI.
#[test]
fn a_log_without_a_line_of_the_interface_does_not_pass() {
    let folder = TempDir::new().unwrap();
    let text = "= protocol uci\n0.5 < id name Toy\n1.0 ! exit 0\n";
    let log = write_file(&folder, "game.txt", text);
    let args = [
        "judge",
        "--protocol",
        "uci",
        "--only",
        "*/interface_*",
        &log,
    ];
    let ran = ponderhit_command(&args).assert();
    assert_ne!(ran.get_output().status.code(), Some(0));
    ran.stdout(contains("no line of an interface"));
}

/// If `game.txt` exists, `record` writes `game-2.txt`, and a user who judges `game.txt` again judges the old game.
#[test]
fn a_later_recording_beside_a_log_is_named() {
    let folder = TempDir::new().unwrap();
    let game = "0.0 > ucci\n0.1 < ucciok\n0.2 > quit\n0.3 < bye\n0.4 ! exit 0\n";
    let names = ["game.txt", "game-2.txt", "game-3.txt"];
    let [first, second, third] = names.map(|it| write_file(&folder, it, game));
    let named = || contains("there is a later recording").and(contains("game-3.txt"));
    ponderhit_command(&["judge", &first])
        .assert()
        .stdout(named());
    let args = ["judge", &first, &second, &third];
    ponderhit_command(&args).assert().stdout(named().not());
}

/// Without a `bye`, nothing shows what the engine does after it. If the missing `bye` is a known failure, the exit code
/// says so.
#[test]
fn rules_that_a_known_failure_prevents_do_not_pass() {
    let folder = TempDir::new().unwrap();
    let known = write_file(&folder, "known.txt", "ucci/bye_before_end # later\n");
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let check = ["check", "--protocol", "ucci", "--known-failures", &known];
    let engine = [
        "--", ours, "inject", "--fault", "no_bye", "--", ours, "engine",
    ];
    ponderhit_command(&[&check[..], &engine].concat())
        .assert()
        .code(3)
        .stdout(contains("ucci/ends_after_bye"));
}

/// A crash that is a known failure of the rule about its input is no news to the rule about crashes.
#[test]
fn a_known_crash_does_not_fail_the_run() {
    let folder = TempDir::new().unwrap();
    let known = write_file(
        &folder,
        "known.txt",
        "ucci/fen_broken ucci/robust/fen  # crashes\n",
    );
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let fault = "crash SIGSEGV after command \"position fen 9/9/9 w - - 0 1\"";
    let scenarios = ["--only", "ucci/robust/fen", "--only", "ucci/quit/idle"];
    let engine = ["--", ours, "inject", "--fault", fault, "--", ours, "engine"];
    for (known_failures, status) in [(&["--known-failures", &known][..], 0), (&[], 1)] {
        let check = ["check", "--protocol", "ucci"];
        let args = [&check[..], &scenarios, known_failures, &engine].concat();
        ponderhit_command(&args).assert().code(status);
    }
}

#[test]
fn a_log_without_a_line_of_the_engine_does_not_pass() {
    let dir = TempDir::new().unwrap();
    let log = write_file(&dir, "log.txt", "> uci\n> isready\n> quit\n");
    let note = "has no response of an engine";
    let run = ponderhit_command(&["judge", "-p", "uci", &log]).assert();
    run.code(3).stdout(contains(note));
    let args = ["judge", "-p", "uci", "--only", "uci/interface_*", &log];
    ponderhit_command(&args)
        .assert()
        .success()
        .stdout(contains(note));
}

/// The names and the lines of a log in the format of cutechess.
fn log_of_engines(lines: &[(u32, &str, &str)]) -> String {
    let line = |(at, arrow, text): &(u32, &str, &str)| {
        let (side, name) = arrow.split_at(1);
        format!("{at} {side}{name}: {text}\n")
    };
    lines.iter().map(line).collect()
}

const LIVE_ENGINE: [(u32, &str, &str); 7] = [
    (1000, ">Live(0)", "uci"),
    (1001, "<Live(0)", "id name Live"),
    (1001, "<Live(0)", "id author a"),
    (1001, "<Live(0)", "uciok"),
    (1002, ">Live(0)", "isready"),
    (1003, "<Live(0)", "readyok"),
    (9600, ">Live(0)", "quit"),
];

#[test]
fn an_engine_that_never_answered_does_not_pass_beside_another_one_in_the_same_log() {
    let dir = TempDir::new().unwrap();
    let judge = |others: &[(u32, &str, &str)]| {
        let text = log_of_engines(&[&LIVE_ENGINE[..], others].concat());
        let log = write_file(&dir, "match.log", &text);
        ponderhit_command(&["judge", &log]).assert()
    };
    judge(&[]).code(0);
    let silent = [(9700, ">Dead(1)", "uci"), (19900, ">Dead(1)", "quit")];
    judge(&silent)
        .code(predicates::ord::ne(0))
        .stdout(contains("Dead"));
    // The engine had less than the 10 s of a handshake, so no rule accuses it.
    let silent = [(9700, ">Dead(1)", "uci"), (9900, ">Dead(1)", "quit")];
    judge(&silent).code(3).stdout(contains("Dead"));
    let crashed = [
        (9700, ">Dead(1)", "uci"),
        (9701, "<Dead(1)", "Segmentation fault"),
        (9900, ">Dead(1)", "quit"),
    ];
    judge(&crashed).code(3).stdout(contains("Dead"));
}

/// The log does not show whether the engine hung or the user ended the game.
#[test]
fn an_engine_that_was_restarted_after_a_long_silence_in_a_search_does_not_pass() {
    let dir = TempDir::new().unwrap();
    let judge = |restart: u32| {
        let search = [
            (1003, ">Live(0)", "position startpos"),
            (1004, ">Live(0)", "go wtime 1000 btime 1000"),
            (restart, ">Live(0)", "uci"),
            (restart, "<Live(0)", "id name Live"),
            (restart, "<Live(0)", "id author a"),
            (restart, "<Live(0)", "uciok"),
            (restart + 1, ">Live(0)", "quit"),
        ];
        let text = log_of_engines(&[&LIVE_ENGINE[..6], &search].concat());
        let log = write_file(&dir, "match.log", &text);
        ponderhit_command(&["judge", &log]).assert()
    };
    judge(61_500).code(3).stdout(contains("started again"));
    judge(1500).code(0);
}
