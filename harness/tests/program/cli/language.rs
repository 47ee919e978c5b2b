//! Tests of `--lang`: every text that comes from ponderhit itself is in the chosen language, even an error in the
//! command-line arguments.

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use serde_json::Value;

use super::engines::{ponderhit_command, run_on_script};

#[test]
fn errors_in_arguments_are_in_the_chosen_language() {
    for (args, text) in [
        (&["check", "--setoption", "x"][..], "应为 NAME=VALUE"),
        (&["judge", "--format", "x", "y"], "transcript、"),
        (&["fuzz", "--report", "xml", "--", "true"], "应为 json"),
        (&["check", "-p", "x"], "auto、ucci、uci、gtp"),
        (&["explain", "nonsense"], "错误："),
        (&["chek"], "相近的子命令：check"),
        (
            &["check", "--profil", "gui"],
            "提示：有一个相近的参数：'--profile'",
        ),
        (&["check", "--bogus"], "若要把 '--bogus' 作为值传入"),
        (&["check", "--profile"], "'--profile <NAME>' 需要一个值"),
        (
            &["check", "--color", "blue"],
            "无效 [可用的值：auto、always、never]",
        ),
        (&["check", "--jobs", "x"], "'--jobs <N>' 的值 'x' 无效："),
        (&["check", "--strict=yes"], "'--strict' 有多余的值 'yes'"),
        (
            &["check", "--strict", "--strict"],
            "参数 '--strict' 不能使用多次",
        ),
        (
            &["check", "--failed", "--shard", "1/2"],
            "不能与以下参数同时使用：--shard <K/N>",
        ),
        (
            &["record", "--watch", "x"],
            "缺少必需的参数：--output <FILE>",
        ),
        (&["judge"], "用法：ponderhit judge <FILE>..."),
        (&["judge"], "详细说明见 '--help'。"),
    ] {
        ponderhit_command(&[&["--lang", "zh"], args].concat())
            .assert()
            .code(2)
            .stderr(contains(text));
        ponderhit_command(&[args, &["--lang=en"]].concat())
            .assert()
            .code(2)
            .stderr(contains(text).not());
    }
}

#[test]
fn the_help_has_the_exit_codes_in_the_chosen_language() {
    ponderhit_command(&["--help", "--lang", "zh"])
        .assert()
        .success()
        .stdout(contains("退出码（"));
}

#[test]
fn an_argument_of_the_engine_selects_no_language() {
    ponderhit_command(&["check", "--", "/nonexistent/engine", "--lang", "zh"])
        .assert()
        .code(5)
        .stdout(contains("no protocol found"));
}

#[test]
fn a_problem_at_the_start_is_reported_in_the_chosen_language() {
    let args = ["check", "--lang", "zh", "--", "/nonexistent/engine"];
    ponderhit_command(&args)
        .assert()
        .code(5)
        .stdout(contains("没有找到协议").and(contains("无法启动")));
    let args = ["check", "--lang", "zh", "-p", "ucci"];
    run_on_script(&args, "exit 3")
        .assert()
        .code(5)
        .stdout(contains("进程以状态 3 退出"));
}

/// A program can show a stored report in another language, because every sentence has its id and its arguments.
#[test]
fn every_sentence_of_a_report_has_an_id() {
    let args = ["check", "-p", "ucci", "--report", "json"];
    let ran = run_on_script(&args, "exit 3").output().unwrap();
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(
        report["problem_messages"][0]["message_id"],
        "handshake_failed"
    );
    let text = report["problem"].as_str().unwrap();
    let first = report["problem_messages"][0]["message"].as_str().unwrap();
    assert!(text.starts_with(first), "{text}");
    let args = [
        "check",
        "-p",
        "ucci",
        "--profile",
        "smoke",
        "--report",
        "json",
    ];
    let engine = "while read -r line; do case \"$line\" in \
         ucci) echo ucciok ;; isready) echo readyok ;; go*) exit 1 ;; quit) echo bye; exit 0 ;; \
         esac; done";
    let ran = run_on_script(&args, engine).output().unwrap();
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let scenarios = report["scenarios"].as_array().unwrap();
    let mut early = scenarios.iter().filter(|it| it["end"] == "early");
    assert!(
        early.all(|it| it["message_id"].is_string()),
        "{scenarios:?}"
    );
    let count = |name: &str| report[name].as_array().unwrap().len();
    assert_eq!(count("notes"), count("note_messages"));
    assert_eq!(count("stale"), count("stale_messages"));
}
