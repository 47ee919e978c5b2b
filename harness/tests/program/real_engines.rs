//! Tests with engines from Debian packages. Each expected violation was confirmed by hand.
//!
//! If an engine is not installed, its tests print a note and pass. With the environment variable
//! `PONDERHIT_REAL_ENGINES=required`, the tests of an engine that is not installed fail. With
//! `PONDERHIT_REAL_ENGINES=skip`, all tests of this file only print a note, because CI runs these tests in a separate
//! step.

use std::{env, fs, path::Path, time::Duration};

use crate::{
    common::{self, RunResult, ponderhit_command_with_mark, run_command},
    parallel::run_side_by_side,
};

const RUN_TIMEOUT: Duration = Duration::from_secs(300);

fn is_installed(engine: &str) -> bool {
    let wanted = env::var_os("PONDERHIT_REAL_ENGINES").unwrap_or_default();
    let reason = if wanted == "skip" {
        "PONDERHIT_REAL_ENGINES is `skip`"
    } else if Path::new(engine).exists() {
        return true;
    } else {
        "it is not installed"
    };
    assert!(wanted != "required", "{engine}: {reason}");
    let note = format!("\nSKIPPED, NOT PASSED: {engine}: {reason}\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
    false
}

fn run_ponderhit(args: &[&str]) -> RunResult {
    let mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&mark);
    command.args(args);
    run_command(command, mark, RUN_TIMEOUT)
}

/// Returns the violated rules in the JSON report of `check`.
fn violated_rules(ran: &RunResult) -> Vec<String> {
    rules_with_outcome(ran, "violates")
}

/// Returns the rules with this outcome in the JSON report of `check`.
fn rules_with_outcome(ran: &RunResult, outcome: &str) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(&ran.output).expect(&ran.output);
    let verdicts = report["verdicts"].as_array().unwrap();
    let selected = verdicts.iter().filter(|it| it["outcome"] == outcome);
    selected
        .map(|it| it["rule"].as_str().unwrap().to_owned())
        .collect()
}

const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

#[test]
fn fairy_stockfish_exits_without_bye() {
    if is_installed(FAIRY_STOCKFISH) {
        let ran = run_ponderhit(&[
            "check",
            "--protocol",
            "ucci",
            "--report",
            "json",
            "--",
            FAIRY_STOCKFISH,
        ]);
        assert_eq!(ran.status, Some(1), "{}", ran.output);
        let violated = violated_rules(&ran);
        for rule in ["ucci/bye_before_end", "ucci/option_name"] {
            assert!(violated.iter().any(|it| it == rule), "{rule}: {violated:?}");
        }
        // On a slow host, a rule about a missing answer is inconclusive instead of violated.
        let unanswered = [&violated[..], &rules_with_outcome(&ran, "inconclusive")].concat();
        let rule = "ucci/pophash_per_probe";
        assert!(
            unanswered.iter().any(|it| it == rule),
            "{rule}: {unanswered:?}"
        );
        // fairy-stockfish plays legal moves, obeys `banmoves`, and keeps to its clock, so a violation of one of the
        // following rules would be a false positive.
        for rule in [
            "bestmove_legal",
            "ponder_legal",
            "pv_legal",
            "clock_kept",
            "no_crash",
            "no_hang",
        ] {
            assert!(
                !violated.contains(&format!("ucci/{rule}")),
                "{rule}: {violated:?}"
            );
        }
    }
}

#[test]
fn fairy_stockfish_plays_both_ponder_dialogues() {
    if is_installed(FAIRY_STOCKFISH) {
        let ran = run_ponderhit(&[
            "replay",
            "--protocol",
            "ucci",
            // This test checks only whether the scenarios of pondering can be played to their end, so it selects only
            // the rule `script/mismatch`.
            "--only",
            "script/mismatch",
            "ucci/ponder/hit",
            "ucci/ponder/miss",
            "--",
            FAIRY_STOCKFISH,
        ]);
        assert_eq!(ran.status, Some(0), "{}", ran.output);
    }
}

#[test]
fn sjaakii_numbers_the_ranks_from_one() {
    let sjaakii = "/usr/games/sjaakii";
    if is_installed(sjaakii) {
        let ran = run_ponderhit(&[
            "check",
            // The timeouts are short, because sjaakii never sends some of the required answers.
            "--timeout-scale",
            "0.3",
            "--protocol",
            "ucci",
            "--only",
            "ucci/bestmove_legal",
            "--only",
            "ucci/option_name",
            "--report",
            "json",
            "--",
            sjaakii,
        ]);
        assert_eq!(ran.status, Some(1), "{}", ran.output);
        let violated = violated_rules(&ran);
        assert!(
            violated.iter().any(|it| it == "ucci/bestmove_legal"),
            "{violated:?}"
        );
        assert!(
            violated.iter().any(|it| it == "ucci/option_name"),
            "{violated:?}"
        );
    }
}

#[test]
fn gnugo_speaks_gtp() {
    let gnugo = "/usr/games/gnugo";
    if is_installed(gnugo) {
        let ran = run_ponderhit(&[
            "check",
            "--protocol",
            "gtp",
            "--report",
            "json",
            "--",
            gnugo,
            "--mode",
            "gtp",
        ]);
        assert_eq!(ran.status, Some(1), "{}", ran.output);
        // Both violations were confirmed without ponderhit: gnugo accepts `komi 6.5x`, and reads a long line as several
        // commands.
        let violated = violated_rules(&ran);
        for rule in ["gtp/arguments_checked", "gtp/line_long"] {
            assert!(violated.iter().any(|it| it == rule), "{violated:?}");
        }
        for rule in [
            "gtp/id_echoed",
            "gtp/response_form",
            "gtp/no_hang",
            "gtp/genmove_legal",
        ] {
            assert!(!violated.iter().any(|it| it == rule), "{violated:?}");
        }
    }
}

/// The folders that contain the scenarios for GTP.
const GTP_FOLDERS: [&str; 11] = [
    "analysis",
    "arguments",
    "board",
    "end",
    "genmove",
    "handicap",
    "handshake",
    "input",
    "kgs",
    "quit",
    "time",
];

/// Each entry has a fault of `ponderhit inject`, the folder with a scenario that shows the fault, and the rule that the
/// fault violates.
const FAULTS_WITH_GNUGO: &[(&str, &str, &str)] = &[
    ("captures_stay", "board", "gtp/captures_removed"),
    ("board_not_cleared", "board", "gtp/clear_board_empties"),
    ("no_blank_before_digit", "handshake", "gtp/digit_separated"),
    ("id_alone_succeeds", "input", "gtp/id_alone"),
    ("ids_ignored", "handshake", "gtp/id_echoed"),
    ("large_id_ignored", "input", "gtp/id_odd_answered"),
    ("blanks_refused", "input", "gtp/line_blanks"),
    ("comment_not_cut", "input", "gtp/line_comment"),
    ("control_byte_kept", "input", "gtp/line_control"),
    ("tab_is_no_blank", "input", "gtp/line_tab"),
    (
        "version_fails",
        "handshake",
        "gtp/name_and_version_answered",
    ),
    ("more_empty_lines", "handshake", "gtp/no_extra_newlines"),
    ("id_made_up", "handshake", "gtp/no_id_unless_sent"),
    ("banner", "handshake", "gtp/nothing_else_on_stdout"),
    (
        "command_ignored",
        "handshake",
        "gtp/one_response_per_command",
    ),
    (
        "other_protocol_version",
        "handshake",
        "gtp/protocol_version_two",
    ),
    ("list_lacks_komi", "handshake", "gtp/required_commands"),
    ("no_space", "handshake", "gtp/response_form"),
    ("showboard_fails", "end", "gtp/showboard_answered"),
    ("undo_ignored", "board", "gtp/undo_takes_back"),
    ("unknown_succeeds", "handshake", "gtp/unknown_command_fails"),
    ("unknown_text", "handshake", "gtp/unknown_command_text"),
];

/// Plays the scenarios of one folder with gnugo, into which a fault is injected, and returns the outcome of the rule.
fn outcome_with_gnugo(gnugo: &str, fault: &str, folder: &str, rule: &str) -> String {
    let mut args = vec!["check", "--protocol", "gtp", "--report", "json"];
    args.extend(["--only", rule]);
    let others = GTP_FOLDERS.iter().filter(|it| **it != folder);
    // gnugo itself violates rules in these scenarios (docs/engines.md).
    let violated = ["arguments/words", "handicap/many", "input/control_each"];
    let skipped = others.map(|it| format!("{it}/*"));
    let skipped = skipped.chain(violated.map(str::to_owned));
    let skipped: Vec<String> = skipped.map(|it| format!("gtp/{it}")).collect();
    for skip in &skipped {
        args.extend(["--skip", skip]);
    }
    args.extend(["--", env!("CARGO_BIN_EXE_ponderhit"), "inject"]);
    args.extend(["--protocol", "gtp", "--fault", fault]);
    args.extend(["--", gnugo, "--mode", "gtp"]);
    let ran = run_ponderhit(&args);
    let found = ["violates", "conforms"]
        .into_iter()
        .find(|it| rules_with_outcome(&ran, it).iter().any(|it| it == rule));
    found.map_or(ran.output, str::to_owned)
}

#[test]
fn faults_of_gnugo_violate_their_own_rule() {
    let gnugo = "/usr/games/gnugo";
    if is_installed(gnugo) {
        // gnugo needs several seconds for the answers to some commands, so six sessions run at the same time.
        for faults in FAULTS_WITH_GNUGO.chunks(6) {
            run_side_by_side(faults, |(fault, folder, rule)| {
                let outcome = outcome_with_gnugo(gnugo, fault, folder, rule);
                assert_eq!(outcome, "violates", "{fault}: {rule}");
                // Without a fault, the injecting proxy does not change the conversation.
                let outcome = outcome_with_gnugo(gnugo, "none", folder, rule);
                assert_eq!(outcome, "conforms", "no fault: {rule}");
            });
        }
    }
}

#[test]
fn a_regression_suite_of_gnugo_passes_and_fails_in_the_right_places() {
    let gnugo = "/usr/games/gnugo";
    if is_installed(gnugo) {
        let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/gnugo.tst");
        let ran = run_ponderhit(&["replay", suite, "--", gnugo, "--mode", "gtp"]);
        assert_eq!(ran.status, Some(1), "{}", ran.output);
        let failed: Vec<&str> = ran
            .output
            .lines()
            .filter(|it| it.contains(": FAILED: "))
            .collect();
        assert_eq!(failed.len(), 2, "{}", ran.output);
        assert!(failed[0].contains(":12: FAILED: 30 "), "{}", ran.output);
        assert!(failed[1].contains(":16: FAILED: 40 "), "{}", ran.output);
        let summary = "6 passed, 1 passed unexpectedly, 2 FAILED, 1 failed as known, 1 ignored";
        assert!(ran.output.contains(summary), "{}", ran.output);
    }
}

#[test]
fn leela_zero_with_a_random_network_speaks_gtp() {
    let leela = "/usr/games/leelaz";
    if is_installed(leela) {
        let directory = tempfile::tempdir().unwrap();
        let network = directory.path().join("network.txt");
        fs::write(&network, random_network()).unwrap();
        let network = network.display().to_string();
        let ran = run_ponderhit(&[
            "replay",
            "gtp/handshake/name",
            "gtp/handshake/ids",
            "gtp/handshake/list_commands",
            "--",
            leela,
            "--cpu-only",
            "--gtp",
            "-w",
            &network,
            "-t",
            "1",
            "-p",
            "10",
            "--noponder",
        ]);
        assert_eq!(ran.status, Some(0), "{}", ran.output);
    }
}

/// A neural network with random weights for Leela Zero, in version 1 of its file format, with one block of eight
/// filters.
fn random_network() -> String {
    const NETWORK_FILTER_COUNT: usize = 8;
    const BOARD_POINT_COUNT: usize = 361;
    let mut text = "1\n".to_owned();
    let mut state = 1_u64;
    let mut add_random = |text: &mut String, count: usize| {
        for _ in 0..count {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let weight = (state >> 40) as f64 / f64::from(1 << 24) * 0.1 - 0.05;
            text.push_str(&format!("{weight:.4} "));
        }
        text.push('\n');
    };
    let add_constant = |text: &mut String, count: usize, value: &str| {
        text.push_str(&vec![value; count].join(" "));
        text.push('\n');
    };
    let convolution_weights = [
        NETWORK_FILTER_COUNT * 18 * 9,
        NETWORK_FILTER_COUNT * NETWORK_FILTER_COUNT * 9,
        NETWORK_FILTER_COUNT * NETWORK_FILTER_COUNT * 9,
    ];
    let mut add_convolution = |text: &mut String, weights: usize, outputs: usize| {
        add_random(text, weights);
        for value in ["0", "0", "1"] {
            add_constant(text, outputs, value);
        }
    };
    for weights in convolution_weights {
        add_convolution(&mut text, weights, NETWORK_FILTER_COUNT);
    }
    add_convolution(&mut text, 2 * NETWORK_FILTER_COUNT, 2);
    let dense_layers = [
        (2 * BOARD_POINT_COUNT * 362, 362),
        (BOARD_POINT_COUNT * 256, 256),
        (256, 1),
    ];
    for (index, (weights, biases)) in dense_layers.into_iter().enumerate() {
        if index == 1 {
            add_convolution(&mut text, NETWORK_FILTER_COUNT, 1);
        }
        add_constant(&mut text, weights, "0.001");
        add_constant(&mut text, biases, "0");
    }
    text
}

/// Plays these UCI scenarios and returns the violated UCI rules.
fn violated_uci_rules(engine: &str, scenarios: &[&str], status: i32) -> Vec<String> {
    let mut args = vec!["replay", "--protocol", "uci", "--report", "json"];
    args.extend(scenarios);
    args.extend(["--", engine]);
    let ran = run_ponderhit(&args);
    assert_eq!(ran.status, Some(status), "{}", ran.output);
    let mut violated = violated_rules(&ran);
    violated.retain(|it| it.starts_with("uci/"));
    violated
}

#[test]
fn stockfish_crashes_on_an_invalid_fen() {
    let stockfish = "/usr/games/stockfish";
    if is_installed(stockfish) {
        let scenarios = ["uci/go/depth", "uci/go/searchmoves", "uci/robust/fen"];
        let violated = violated_uci_rules(stockfish, &scenarios, 1);
        assert_eq!(violated, ["uci/fen_broken"]);
    }
}

#[test]
fn ethereal_ignores_searchmoves_and_ends_an_infinite_search() {
    let ethereal = "/usr/games/ethereal-chess";
    if is_installed(ethereal) {
        let scenarios = ["uci/go/searchmoves", "uci/go/infinite_forced"];
        let violated = violated_uci_rules(ethereal, &scenarios, 1);
        for rule in ["uci/searchmoves_kept", "uci/infinite_waits"] {
            assert!(violated.iter().any(|it| it == rule), "{rule}: {violated:?}");
        }
    }
}

#[test]
fn ethereal_may_misread_a_position_with_thousands_of_moves() {
    let ethereal = "/usr/games/ethereal-chess";
    if is_installed(ethereal) {
        let violated = violated_uci_rules(ethereal, &["uci/position/long_game"], 0);
        assert_eq!(violated, [] as [&str; 0]);
    }
}

#[test]
fn toga_ignores_searchmoves_and_ponders_beyond_the_depth() {
    let toga = "/usr/games/toga2";
    if is_installed(toga) {
        let scenarios = ["uci/go/searchmoves", "uci/ponder/mate"];
        let violated = violated_uci_rules(toga, &scenarios, 1);
        assert!(
            violated.iter().any(|it| it == "uci/searchmoves_kept"),
            "{violated:?}"
        );
        assert!(
            !violated.iter().any(|it| it == "uci/depth_kept"),
            "{violated:?}"
        );
    }
}

#[test]
fn glaurung_searches_deeper_than_one_ply_and_crashes_after_thousands_of_moves() {
    let glaurung = "/usr/games/glaurung";
    if is_installed(glaurung) {
        let mut violated = violated_uci_rules(glaurung, &["uci/position/long_game"], 1);
        // After thousands of moves its score is arbitrary, such as `mate 0` before the first capture.
        violated.retain(|it| it != "uci/mate_in_moves");
        assert_eq!(violated, ["uci/depth_kept", "uci/moves_many"]);
    }
}

#[test]
fn fairy_stockfish_crashes_on_a_word_in_place_of_a_number() {
    if is_installed(FAIRY_STOCKFISH) {
        let violated =
            violated_uci_rules(FAIRY_STOCKFISH, &["uci/go/depth", "uci/options/values"], 1);
        assert_eq!(violated, ["uci/option_values"]);
    }
}
