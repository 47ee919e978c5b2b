//! Tests of `judge` with logs of other programs and with reports of earlier runs.

use std::{fs, path::Path};

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use serde_json::Value;
use tempfile::TempDir;

use super::engines::ponderhit_command;

fn corpus_files(protocol: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let files = fs::read_dir(root.join(protocol).join("logs")).unwrap();
    let mut files: Vec<String> = files
        .map(|it| it.unwrap().path().display().to_string())
        .collect();
    files.sort();
    assert!(files.len() >= 5, "{files:?}");
    files
}

/// A handshake of UCI, a legal game of one move, and a game with an illegal move.
const GREETING: &str = "> uci\n< id name E\n< id author A\n< uciok\n> isready\n< readyok\n";
const GAME: &str = "> position startpos\n> go depth 1\n< bestmove e2e4\n";
const ILLEGAL_GAME: &str = "> position startpos\n> go depth 1\n< bestmove e2e5\n";

/// Writes a log into a directory, and returns its name.
fn write_log(dir: &TempDir, name: &str, text: &str) -> String {
    let file = dir.path().join(name);
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

fn judge_log(text: impl AsRef<[u8]>, options: &[&str]) -> assert_cmd::assert::Assert {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("some.log");
    fs::write(&file, text).unwrap();
    ponderhit_command(&[&["judge", file.to_str().unwrap()], options].concat()).assert()
}

#[test]
fn a_log_is_read_from_standard_input() {
    let log = "@protocol ucci\n0.000000 > ucci\n0.001000 < ucciok\n0.002000 > quit\n0.003000 < bye\n0.004000 ! exit 0\n";
    let judge = |args: &[&str]| {
        let mut command = ponderhit_command(&[&["judge"], args].concat());
        command.write_stdin(log);
        command.assert()
    };
    judge(&["-", "--only", "ucci/bye_before_end"])
        .success()
        .stdout(contains("1 conform"));
    judge(&["-", "-"])
        .code(2)
        .stderr(contains("standard input"));
}

#[test]
fn every_sample_log_is_judged_by_enough_rules() {
    for file in corpus_files("ucci") {
        let ran = ponderhit_command(&["judge", &file, "--report", "json"])
            .assert()
            .code(0);
        let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
        let conform = report["summary"]["conforms"].as_u64().unwrap();
        let least = if file.ends_with("output.log") { 8 } else { 25 };
        assert!(conform >= least, "{file}: {conform}");
    }
    // The sample logs of UCI are judged by the rules of UCI.
    for file in corpus_files("uci") {
        let ran = ponderhit_command(&["judge", &file, "--report", "json"])
            .assert()
            .code(0);
        let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
        assert_eq!(report["protocol"], "uci", "{file}");
        let conform = report["summary"]["conforms"].as_u64().unwrap();
        assert!(conform >= 25, "{file}: {conform}");
    }
}

#[test]
fn a_log_in_another_format_at_the_end_of_a_log_is_an_error() {
    let files = corpus_files("ucci");
    let read = |name: &str| fs::read(files.iter().find(|it| it.ends_with(name)).unwrap()).unwrap();
    let both = [read("emulator.log"), read("arrows_untimed.log")].concat();
    judge_log(&both, &[]).code(2).stderr(contains(
        ":173:1: from this line on, lines have the format `arrows`",
    ));
    judge_log(&both, &["--format", "emulator"]).code(0);
    // A short log is not lost either.
    let short = b"> ucci\n< id name X\n< ucciok\n> quit\n< bye\n";
    let both = [read("emulator.log").as_slice(), short].concat();
    judge_log(&both, &[])
        .code(2)
        .stderr(contains("from this line on, lines have the format"));
    // A few lines that look like it may be a comment.
    let both = [read("emulator.log").as_slice(), &short[..20]].concat();
    let judged = judge_log(&both, &[]);
    judged.stderr(contains("lines have the format").not());
}

#[test]
fn a_log_without_its_beginning_accuses_nobody_and_does_not_pass() {
    let rest = "< info depth 1 score cp 30 pv e2e4\n< bestmove e2e4\n> quit\n";
    let other = format!("{GREETING}{GAME}> quit\n");
    let illegal = format!("{GREETING}{ILLEGAL_GAME}");
    let has_note = |run: assert_cmd::assert::Assert| {
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        words
            .join(" ")
            .contains("does not begin with its handshake, so a part of the log is missing")
    };
    for (log, code) in [
        (format!("{rest}{other}"), 3),
        (format!("{GAME}> quit\n{other}"), 3),
        (format!("{other}{GAME}> quit\n"), 3),
        (format!("{other}{rest}"), 3),
        (format!("{rest}{illegal}"), 1),
    ] {
        for format in ["arrows", "transcript"] {
            let run = judge_log(&log, &["--format", format]).code(code);
            assert!(has_note(run), "{log}");
        }
    }
    // The first command in small letters, and after an empty line.
    let log = "> \n> agi\n< ID NAME E AUTHOR A\n< OPTION OWNBOOK FALSE PONDER FALSE\n< AGIOK\n> QUIT\n< BYE\n";
    let run = judge_log([log, log].concat(), &["--format", "arrows"]).code(0);
    assert!(!has_note(run));
    // So much output before the first command is not kept, and does not pass.
    let output = "< info nodes 1\n".repeat(10_001);
    let run = judge_log(format!("{output}{other}"), &["--format", "arrows"]).code(3);
    assert!(has_note(run));
    let run = judge_log(rest, &["--format", "arrows", "--protocol", "uci"]).code(4);
    assert!(has_note(run));
    // A part of a conversation that was written by hand.
    let run = judge_log(GAME, &["--format", "transcript", "--protocol", "uci"]).code(3);
    assert!(!has_note(run));
}

#[test]
fn the_last_line_says_what_a_log_does_not_show() {
    let last_line = |log: &str| {
        let run = judge_log(log, &[]).code(0);
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        text.lines().last().unwrap().to_owned()
    };
    let times = "a log has no exact times, so the rules about time were not judged";
    assert!(last_line(&format!("{GREETING}{GAME}")).ends_with(times));
    // The first move of a rook in xiangqi, and no move of chess.
    let game = GAME.replace("e2e4", "a1a3");
    let text = format!("{GREETING}{game}");
    assert!(last_line(&text).ends_with("the moves were judged as xiangqi"));
    judge_log(&text, &["--game", "chess"])
        .code(1)
        .stdout(contains("uci/bestmove_legal"));
}

/// A log of two engines in the format of cutechess-cli.
const TWO_ENGINE_LOG: &str = "Started game 1 of 1 (A vs B)\n\
    12 >A(0): ucci\n13 <A(0): option usemillisec type check default false\n14 <A(0): ucciok\n\
    15 >B(1): ucci\n16 <B(1): option usemillisec type check default false\n16 <B(1): ucciok\n\
    20 >A(0): position startpos\n21 >A(0): go depth 1\n25 <A(0): bestmove h2e2\n\
    30 >B(1): position startpos moves h2e2\n31 >B(1): go depth 1\n35 <B(1): bestmove a0a9\n\
    40 >A(0): quit\n41 >B(1): quit\n42 <A(0): bye\n43 <B(1): bye\n";

#[test]
fn each_engine_of_a_log_is_judged_by_itself() {
    judge_log(TWO_ENGINE_LOG, &[])
        .code(1)
        .stdout(contains("read as `cutechess`, 2 conversations, one"))
        .stdout(contains("ucci/bestmove_legal"))
        .stdout(contains("some.log (B(1)), line 13"))
        .stdout(contains("(A(0)), line").not());
    // In this log both engines are started twice, so the second `ucci` to an engine goes to a new process and is not a
    // violation.
    let anew = format!("{TWO_ENGINE_LOG}{}", TWO_ENGINE_LOG.replace("a0a9", "h9g7"))
        .replace("a0a9", "h9g7");
    judge_log(anew, &[]).code(0);
}

#[test]
fn a_log_without_recognized_lines_is_an_error() {
    judge_log("Dear diary,\ntoday I played chess.\n", &[])
        .code(2)
        .stderr(contains("Dear diary"))
        .stderr(contains("--format NAME"));
    judge_log("", &[]).code(2);
    judge_log("Dear diary\n", &["--format", "cutechess"]).code(2);
    // With `--format output`, `judge` still rejects this file, because no line is the output of an engine.
    judge_log("foo\nbar\n", &["--format", "output", "--protocol", "ucci"]).code(2);
    judge_log("x\n", &["--format", "nonesuch"])
        .code(2)
        .stderr(contains("expected one of transcript, emulator"));
    let damaged = TWO_ENGINE_LOG.replace("31 >B(1): go depth 1", "31 >B(1 go depth 1");
    judge_log(damaged, &[])
        .code(2)
        .stdout(contains("conform"))
        .stderr(contains("some.log:12:"));
}

/// In a log of another program, a search may have no result because the engine was restarted, and the log does not show
/// the restart.
#[test]
fn an_engine_restart_during_a_search_is_no_violation() {
    let thinking = TWO_ENGINE_LOG.split("35 <B(1)").next().unwrap();
    judge_log(
        format!("{thinking}{}", TWO_ENGINE_LOG.replace("a0a9", "h9g7")),
        &[],
    )
    .code(0);
}

#[test]
fn a_truncated_log_has_no_missing_answers() {
    let cut = TWO_ENGINE_LOG.split("35 <B(1)").next().unwrap();
    judge_log(cut, &[]).code(0);
    let torn = format!("{cut}35 <B(1): bestmo");
    judge_log(torn, &[])
        .code(0)
        .stdout(contains("no newline ends line 13"));
}

#[cfg(unix)]
#[test]
fn more_logs_can_be_judged_than_files_can_be_open() {
    let dir = TempDir::new().unwrap();
    let cut = TWO_ENGINE_LOG.split("35 <B(1)").next().unwrap();
    for number in 0..60 {
        fs::write(dir.path().join(format!("{number}.log")), cut).unwrap();
    }
    let script = format!(
        "ulimit -n 40; '{}' judge *.log",
        env!("CARGO_BIN_EXE_ponderhit")
    );
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &script]).current_dir(dir.path());
    command.assert().code(0);
}

#[test]
fn chinese_text_is_kept_and_shown() {
    // Chinese engines send their names in the character encoding GBK.
    let name = b"12 >A(0): ucci\n13 <A(0): id name \xcf\xf3\xc6\xe5\n14 <A(0): ucciok\n15 <A(0): \xbd\xab\n";
    judge_log(name, &["--protocol", "ucci"])
        .stdout(contains("象棋"))
        .stdout(contains("将"));
}

#[test]
fn a_stored_report_is_judged_by_the_current_rules() {
    let dir = TempDir::new().unwrap();
    let result = dir.path().join("result.json");
    let result = result.to_str().unwrap();
    let json = format!("json={result}");
    ponderhit_command(&["check", "--profile", "smoke", "--report", &json])
        .assert()
        .code(0);
    ponderhit_command(&["judge", result])
        .assert()
        .code(0)
        .stdout(contains("fails with this version").not());

    let piped = |args: &[&str]| {
        let mut command = ponderhit_command(&[&["judge"], args].concat());
        command.write_stdin(fs::read(result).unwrap());
        command.assert()
    };
    piped(&["-"]).code(0).stdout(contains("- has "));
    piped(&["-", result])
        .code(2)
        .stderr(contains("- is a report"));

    // In the stored report, the transcript now lacks the `bye`, but the stored verdict still says that the engine
    // conforms to the rule. `judge` must judge the stored transcript again, instead of repeating the stored verdict.
    let text = fs::read_to_string(result).unwrap();
    assert!(text.contains("< bye"));
    let text = text.replace("< bye", "< goodbye");
    fs::write(result, &text).unwrap();
    ponderhit_command(&["judge", result])
        .assert()
        .code(1)
        .stdout(contains(
            "ucci/bye_before_end fails with this version, but its outcome",
        ))
        .stdout(contains(format!("ponderhit judge {result}")));

    fs::write(result, text.replace("report/1", "report/9")).unwrap();
    ponderhit_command(&["judge", result])
        .assert()
        .code(2)
        .stderr(contains("`ponderhit-report/9`"));
    fs::write(result, "{\"schema\": 3}\n").unwrap();
    ponderhit_command(&["judge", result])
        .assert()
        .code(2)
        .stderr(contains("result.json:1:"));
}

#[test]
fn a_log_with_mostly_unrecognized_lines_is_an_error() {
    let mut text = "> ucci\n< ucciok\n> quit\n< bye\n".to_owned();
    for number in 1..=200 {
        text += &format!("{number}: nothing of a session\n");
    }
    let wrong = judge_log(&text, &[]).failure().code(2);
    wrong.stderr(contains(":5:1").and(contains("--format arrows")));
    // With `--format`, the user decides that the file is a log, so `judge` accepts it.
    judge_log(&text, &["--format", "arrows"]).code(0);
    // Empty lines do not count as lines whose format is unrecognized.
    let blank = "> ucci\r\n< ucciok\r\n> quit\r\n< bye\r\n".to_owned() + &"\r\n".repeat(200);
    judge_log(&blank, &[]).code(0);
}

#[test]
fn logs_beside_an_unreadable_one_are_judged() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_log(&dir, name, text);
    let guilty = write(
        "guilty.txt",
        "> uci\n< id name E\n< id author A\n< uciok\n> position startpos\n> go depth 1\n< bestmove e1e5\n",
    );
    let missing = dir.path().join("missing.txt").display().to_string();
    let strange = write("strange.txt", "garbage\n");
    ponderhit_command(&["judge", &missing, &strange, &guilty])
        .assert()
        .code(2)
        .stdout(contains("uci/bestmove_legal").and(contains("not judged, because of the errors")))
        .stderr(contains("missing.txt: ").and(contains("strange.txt: unrecognized log format")));
    // If no log can be read, there is no report.
    ponderhit_command(&["judge", &missing, &strange])
        .assert()
        .code(2)
        .stdout(predicates::str::is_empty());
}

#[test]
fn a_conversation_in_another_protocol_is_no_pass() {
    let text = "1 >SF(0): uci\n2 <SF(0): id name SF\n2 <SF(0): id author A\n3 <SF(0): uciok\n\
        4 >XB(1): ucci\n5 <XB(1): ucciok\n6 >XB(1): position startpos\n7 >XB(1): go depth 1\n\
        8 <XB(1): bestmove a0a9\n9 >SF(0): quit\n";
    judge_log(text, &[])
        .code(2)
        .stderr(contains("(XB(1)) is in UCCI 3.0"));
    judge_log(text, &["--protocol", "ucci"])
        .code(1)
        .stdout(contains("ucci/bestmove_legal").and(contains("(SF(0)) is in UCI")));
}

#[test]
fn a_process_end_in_a_log_of_another_format_is_an_error() {
    // The times have three decimals, so the lines do not have the format `transcript`.
    let text =
        "0.001 > uci\n0.002 < id name A\n0.002 < id author A\n0.003 < uciok\n1.100 ! signal 11\n";
    judge_log(text, &[]).code(2).stderr(contains(
        "some.log:5:7: this line records the end of a process",
    ));
}

#[test]
fn judge_needs_no_engine_of_the_configuration() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("ponderhit.toml"),
        "[[engine]]\nname = \"a\"\ncommand = [\"./a\"]\n[[engine]]\nname = \"b\"\ncommand = [\"./b\"]\n",
    )
    .unwrap();
    fs::write(
        dir.path().join("a.txt"),
        "> ucci\n< ucciok\n> quit\n< bye\n",
    )
    .unwrap();
    let mut command = ponderhit_command(&["judge", "a.txt"]);
    command.current_dir(dir.path()).assert().code(0);
}

#[test]
fn a_log_of_another_protocol_is_no_pass() {
    let text = "> name\n< = Example\n<\n> version\n< = 1\n<\n> quit\n< =\n<\n! exit 0\n";
    judge_log(text, &["--protocol", "uci"]).code(4);
    // If the conversation begins with `uci`, `judge` judges the engine even if the engine does not answer.
    judge_log("> uci\n! exit 3\n", &["--protocol", "uci"]).code(1);
}

#[test]
fn logs_in_different_protocols_are_judged_in_separate_runs() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_log(&dir, name, text);
    let ucci = write("a.txt", "> ucci\n< ucciok\n> quit\n< bye\n");
    let uci = write(
        "b.txt",
        "> uci\n< id name E\n< id author A\n< uciok\n> position startpos\n> go depth 1\n< bestmove e1e5\n",
    );
    for files in [[&ucci, &uci], [&uci, &ucci]] {
        ponderhit_command(&["judge", files[0], files[1]])
            .assert()
            .code(2)
            .stderr(contains("in a run of their own"));
    }
    // A log that has only the lines of the engine may fit several protocols, so `judge` judges such a log by the
    // protocol of the first log.
    let output = write("c.txt", "readyok\nbestmove b2e2\n");
    ponderhit_command(&["judge", &ucci, &output])
        .assert()
        .code(0);
    // If `--protocol` names a protocol, all logs are judged by the rules of this protocol.
    ponderhit_command(&["judge", "--protocol", "uci", &uci, &uci])
        .assert()
        .code(1)
        .stdout(contains("uci/bestmove_legal"));
}

#[test]
fn a_crash_in_a_log_of_python_chess_is_judged() {
    let log = |end: &str| {
        let lines = [
            "<< uci",
            ">> id name E",
            ">> id author A",
            ">> uciok",
            "<< isready",
            ">> readyok",
            "<< position startpos",
            "<< go nodes 500",
            end,
        ];
        let lines = lines.map(|it| format!("DEBUG:chess.engine:<UciProtocol (pid=1012)>: {it}\n"));
        format!("{}protocol: <UciProtocol (pid=1012)>\n", lines.concat())
    };
    judge_log(log("Connection lost (exit code: -11, error: None)"), &[])
        .code(1)
        .stdout(contains("uci/no_crash"));
    // Exit code -9 is not a violation, because the library python-chess itself may have killed the engine.
    judge_log(log("Connection lost (exit code: -9, error: None)"), &[]).code(0);
}

#[test]
fn a_github_step_that_fails_without_a_violation_has_an_annotation() {
    // The rules of the game `atomic` are unknown, so the move cannot be judged.
    let text = "> uci\n< id name E\n< id author A\n< uciok\n> isready\n< readyok\n\
        > setoption name UCI_Variant value atomic\n> position startpos\n> go depth 1\n< bestmove a1a8\n";
    judge_log(text, &["--report", "github"])
        .code(3)
        .stdout(contains("::error title=ponderhit::").and(contains("? uci/bestmove_legal")));
}

#[test]
fn a_log_that_proves_nothing_is_no_pass_beside_a_good_log() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_log(&dir, name, text);
    let good = write("good.log", &format!("{GREETING}{GAME}"));
    // The rules of the game `atomic` are unknown, so the move cannot be judged.
    let unknown = write(
        "unknown.log",
        &format!("{GREETING}> setoption name UCI_Variant value atomic\n{GAME}"),
    );
    for (files, code) in [
        (&[&good][..], 0),
        (&[&unknown], 3),
        (&[&good, &unknown], 3),
        (&[&unknown, &good], 3),
    ] {
        let files = files.iter().map(|it| it.as_str());
        let arguments: Vec<&str> = ["judge"].into_iter().chain(files).collect();
        ponderhit_command(&arguments).assert().code(code);
    }
}

#[test]
fn a_violation_behind_the_stored_part_of_a_transcript_is_no_pass() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (log, report) = (path("long.log"), path("report.json"));
    let game = GAME.repeat(2000);
    fs::write(&log, format!("{GREETING}{game}{ILLEGAL_GAME}")).unwrap();
    ponderhit_command(&["judge", &log, "--report", &format!("json={report}")])
        .assert()
        .code(1);
    ponderhit_command(&["judge", &report])
        .assert()
        .code(3)
        .stdout(contains("has only the first part"))
        .stdout(contains("uci/bestmove_legal failed in the report"));
    for options in [
        &["--allow-inconclusive"][..],
        &["--skip", "uci/bestmove_legal"],
    ] {
        let arguments = [&["judge", &report], options].concat();
        ponderhit_command(&arguments).assert().code(0);
    }
}

#[test]
fn known_failures_are_written_for_file_names_with_blanks() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (log, known) = (path("round #1 of two.log"), path("known.txt"));
    fs::write(&log, format!("{GREETING}{ILLEGAL_GAME}")).unwrap();
    ponderhit_command(&["judge", &log, "--write-known-failures", &known])
        .assert()
        .code(1);
    ponderhit_command(&["judge", &log, "--known-failures", &known])
        .assert()
        .code(0);
}

#[test]
fn a_new_process_during_a_search_is_no_fault_of_the_interface() {
    let judge = |lines: String| {
        let begin = format!("{GREETING}> position startpos\n> go depth 9\n{GREETING}");
        judge_log(begin + &lines, &["--format", "arrows"])
    };
    // The first process ended during its search, so the search has no result.
    judge(format!("{GAME}> quit\n"))
        .code(0)
        .stdout(contains("restarts of the engine"));
    judge(format!("{ILLEGAL_GAME}> quit\n"))
        .code(1)
        .stdout(contains("uci/bestmove_legal"))
        .stdout(contains("the search is still running").not());
    // The result of the search comes behind the handshake, so the interface sent `uci` to the engine that searches.
    judge(format!("< bestmove e2e4\n{GAME}> quit\n"))
        .code(1)
        .stdout(contains("the search is still running"))
        .stdout(contains("restarts of the engine").not())
        .stdout(contains("uci/one_bestmove_per_go").not());
}

#[test]
fn an_isready_without_answer_is_found_in_a_log_that_ends_with_quit() {
    let log = |lines: &str| format!("{GREETING}{lines}");
    let options = ["--format", "arrows"];
    for end in ["> quit\n", GAME] {
        judge_log(log(&format!("> isready\n{GAME}{end}")), &options)
            .code(1)
            .stdout(contains("uci/readyok_per_isready"));
    }
    // The log may be cut before the answer.
    judge_log(log(&format!("> isready\n{GAME}")), &options).code(0);
}
