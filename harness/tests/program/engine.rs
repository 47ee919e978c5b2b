//! Tests that the reference engine conforms, and that `check` exercises every rule on it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use super::cli::reports::assert_fits_report_schema;
use crate::common::{ponderhit_command_with_mark, run_command, unique_process_mark};
use ponderhit::{
    protocol,
    transcript::{Script, Transcript},
};

const RUN_TIMEOUT: Duration = Duration::from_secs(300);

#[test]
fn the_reference_engine_conforms_to_every_rule() {
    // The rule `ucci/league_readable` of the profile `league` has its own tests.
    assert_conforms("ucci", &["ucci/league_readable"]);
    // The UCI engine sends neither `copyprotection` nor `registration`, and sends `currmove` only in long searches.
    assert_conforms("uci", &["uci/check_form", "uci/currmove_legal"]);
    assert_conforms("agi", &[]);
    // The rules of other profiles are not applicable in the default profile.
    let profiles = ["gogui", "kgs", "tcga", "waic"].map(|it| format!("gtp/{it}_commands"));
    assert_conforms("gtp", &profiles.each_ref().map(String::as_str));
}

/// A second AGI engine, which was written from the page of requirements alone, independently of the reference engine.
/// The second engine supports neither pondering nor swaps.
#[test]
fn the_second_agi_engine_conforms() {
    let engine = package_dir().join("tests/engines/agi_second.py");
    let mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&mark);
    command.args([
        "check",
        "--protocol",
        "agi",
        "--report",
        "json",
        "--",
        "python3",
    ]);
    command.arg(engine);
    let ran = run_command(command, mark, RUN_TIMEOUT);
    // Python is slow, so on a busy host some times may not be judged.
    assert!(matches!(ran.status, Some(0 | 3)), "{}", ran.output);
    let report: serde_json::Value = serde_json::from_str(&ran.output).expect(&ran.output);
    for verdict in report["verdicts"].as_array().unwrap() {
        let expected = match verdict["rule"].as_str().unwrap() {
            "agi/change_alone" | "agi/change_due" | "agi/ponder_legal" => "not_applicable",
            "agi/disputed_three" => "violates",
            _ => "conforms",
        };
        let reasons = verdict["reasons"].to_string();
        let host_was_late = verdict["outcome"] == "inconclusive"
            && (reasons.contains("host") || reasons.contains("time limit"));
        assert!(
            verdict["outcome"] == expected || host_was_late && ran.status == Some(3),
            "{verdict}"
        );
    }
}

/// Runs `check` on the built-in engine. Every rule must be exercised, and the engine must conform to it; only the rules
/// in `optional` may be not applicable.
fn assert_conforms(protocol: &str, optional: &[&str]) {
    let mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&mark);
    command.args(["check", "--protocol", protocol, "--report", "json"]);
    let ran = run_command(command, mark, RUN_TIMEOUT);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
    let report: serde_json::Value = serde_json::from_str(&ran.output).expect(&ran.output);
    assert_fits_report_schema(&report);
    assert_eq!(report["schema"], "ponderhit-report/1");
    let verdicts = report["verdicts"].as_array().unwrap();
    assert_eq!(report["summary"]["violates"], 0, "{report:#}");
    let rules = protocol::find_protocol(protocol).unwrap().rules();
    let engine = rules.iter().filter(|it| !it.is_about_interface()).count();
    assert_eq!(verdicts.len(), engine);
    for verdict in verdicts {
        let optional = optional.iter().any(|it| verdict["rule"] == **it);
        if optional && verdict["outcome"] == "not_applicable" {
            continue;
        }
        assert_eq!(verdict["outcome"], "conforms", "{verdict}");
        assert!(
            !verdict["witness"].is_null(),
            "a pass without proof: {verdict}"
        );
    }
}

#[test]
fn both_ponder_dialogues_can_be_replayed() {
    for script in ["ucci/ponder/hit", "ucci/ponder/miss"] {
        let mark = unique_process_mark();
        let mut command = ponderhit_command_with_mark(&mark);
        command.args(["replay", script]);
        let ran = run_command(command, mark, RUN_TIMEOUT);
        assert_eq!(ran.status, Some(0), "{}", ran.output);
    }
}

/// Each conversation in `docs/ucci-by-example.md` is a script. Together the scripts in `docs/ucci-by-example.md`
/// contain every UCCI command and response.
#[test]
fn every_ucci_conversation_in_the_docs_can_be_replayed() {
    replay_conversations(
        "ucci",
        &[
            "> ucci",
            "> isready",
            "> setoption",
            "> position",
            "> banmoves",
            "> go",
            "> ponderhit",
            "> stop",
            "> probe",
            "> quit",
            "id",
            "option",
            "ucciok",
            "readyok",
            "info",
            "bestmove",
            "nobestmove",
            "pophash",
            "bye",
        ],
    );
}

/// Each conversation in `docs/agi-by-example.md` is a script. Together the scripts in `docs/agi-by-example.md` contain
/// every AGI command and response.
#[test]
fn every_agi_conversation_in_the_docs_can_be_replayed() {
    replay_conversations(
        "agi",
        &[
            "> AGI",
            "> ISREADY",
            "> SETOPTION",
            "> SETRULE",
            "> POSITION",
            "> GO",
            "> DOMOVE",
            "> STOP",
            "> QUIT",
            "ID NAME",
            "OPTION",
            "AGIOK",
            "READYOK",
            "INFO",
            "BESTMOVE",
            "BESTMOVE CHANGE",
            "BYE",
        ],
    );
}

fn replay_conversations(protocol: &str, words: &[&str]) {
    let page = format!("../docs/{protocol}-by-example.md");
    let page = fs::read_to_string(package_dir().join(page)).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for block in page.split("```session\n").skip(1) {
        let (session, _) = block.split_once("```").unwrap();
        let file = scratch.path().join(format!("{:02}.script", files.len()));
        fs::write(&file, format!("@protocol {protocol}\n{session}")).unwrap();
        files.push(file);
    }
    for word in words {
        let (said, heard) = (
            format!("\n{word}"),
            [format!("\n< {word}"), format!("\n<* {word}")],
        );
        let met = page.contains(&said) || heard.iter().any(|it| page.contains(it));
        assert!(met, "no conversation has {word}");
    }
    let mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&mark);
    command.arg("replay").args(&files);
    let ran = run_command(command, mark, RUN_TIMEOUT);
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

/// Every stored finding and every recording in `corpus` can be parsed as a script. Every recording can also be parsed
/// as a transcript, and no rule panics when it judges the transcript.
#[test]
fn every_file_of_the_corpus_is_read_and_judged() {
    let mut count = 0;
    for protocol in protocol::ALL_PROTOCOLS {
        for file in script_files(&package_dir().join("../corpus").join(protocol.name())) {
            let text = fs::read(&file).unwrap();
            let script = Script::parse(&text);
            assert!(script.is_ok(), "{}: {script:?}", file.display());
            if let Ok(transcript) = Transcript::parse(&text) {
                let judged = protocol::judge_transcript(*protocol, &transcript);
                assert_eq!(judged.findings.iter().count(), protocol.rules().len());
            }
            count += 1;
        }
    }
    assert!(count > 0, "the corpus is empty");
}

fn script_files(under: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(under).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(script_files(&path));
        } else if path.extension().is_some_and(|it| it == "script") {
            found.push(path);
        }
    }
    found
}

fn package_dir() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap())
}
