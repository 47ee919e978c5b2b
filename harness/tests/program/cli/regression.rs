//! Tests of `replay` with regression suites.

use predicates::{prelude::PredicateBooleanExt as _, str::contains};

use super::engines::ponderhit_command;

#[test]
fn a_suite_is_played_to_its_end_and_fails_with_exit_code_1() {
    let suite = "boardsize 9\n1 name\n#? [ponderhit reference]\n2 play b i5\n#? [.*]\n3 play b e5\n#? []\n\
                 4 list_commands\n#? [(?s)protocol_version.*quit.*]\n5 reg_genmove w\n#? [E5|I9]*\n6 quit\n";
    let (_directory, file) = suite_file(suite);
    ponderhit_command(&["replay", &file])
        .assert()
        .code(1)
        .stdout(contains(
            ":4: FAILED: 2 play b i5: expected [.*], the engine answered `? syntax error`",
        ))
        .stdout(contains(":10: failed as known: 5 reg_genmove w"))
        .stdout(contains(
            "3 passed, 0 passed unexpectedly, 1 FAILED, 1 failed as known, 0 ignored",
        ));
}

#[test]
fn a_suite_that_passes_has_exit_code_0_and_one_without_tests_4() {
    for (suite, code) in [("1 protocol_version\n#? [2]\n", 0), ("boardsize 9\n", 4)] {
        let (_directory, file) = suite_file(suite);
        ponderhit_command(&["replay", &file]).assert().code(code);
    }
}

#[test]
fn a_setup_command_that_fails_makes_the_run_inconclusive() {
    let test = "5 protocol_version\n#? [2]\n";
    let (_directory, file) = suite_file(&format!("\n\nloadsgf games/none.sgf\n{test}"));
    ponderhit_command(&["replay", &file])
        .assert()
        .code(3)
        .stdout(contains(
            "suite.tst:3: `loadsgf games/none.sgf` failed: the engine answered `? cannot load file`; the tests after \
             it are about another position",
        ))
        .stdout(contains("setup commands that failed: 1;"))
        .stdout(contains("1 passed, 0 passed unexpectedly, 0 FAILED"));
    // A test that fails decides the exit code, and three failures of setup commands are printed.
    let setup = "play b z99\n".repeat(5);
    let (_directory, file) = suite_file(&format!("{setup}5 protocol_version\n#? [3]\n"));
    ponderhit_command(&["replay", &file])
        .assert()
        .code(1)
        .stdout(contains(":3: `play b z99` failed"))
        .stdout(contains(":4: `play b z99` failed").not())
        .stdout(contains("setup commands that failed: 5;"))
        .stdout(contains(":6: FAILED: 5 protocol_version"));
    // Other commands may be unknown to an engine, and a later `loadsgf` or `clear_board` replaces the position.
    let (_directory, file) = suite_file(&format!(
        "reset_owl_node_counter\nplay b z99\nclear_board\n{test}boardsize 99\n"
    ));
    ponderhit_command(&["replay", &file])
        .assert()
        .code(0)
        .stdout(contains("setup commands").not());
}

#[test]
fn a_directory_or_a_glob_selects_its_suites() {
    let (directory, file) = suite_file("1 protocol_version\n#? [2]\n");
    let folder = directory.path().join("more");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("more.tst"), "1 protocol_version\n#? [3]\n").unwrap();
    let whole = directory.path().display().to_string();
    for names in [&[whole.as_str()][..], &[&whole, &file]] {
        ponderhit_command(&[&["replay"], names].concat())
            .assert()
            .code(1)
            .stdout(contains("more.tst:1: FAILED"))
            .stdout(contains("1 passed, 0 passed unexpectedly, 1 FAILED"));
    }
    ponderhit_command(&["replay", &format!("{whole}/su*.tst")])
        .assert()
        .code(0)
        .stdout(contains("1 passed, 0 passed unexpectedly, 0 FAILED"));
    // A script with another name is an error beside suites, too.
    std::fs::write(directory.path().join("b.txt"), "> name\n").unwrap();
    ponderhit_command(&["replay", &whole])
        .assert()
        .code(2)
        .stderr(contains("b.txt looks like a script"));
    // So is a suite with another name.
    let suite = "1 protocol_version\n#? [3]\n";
    std::fs::write(directory.path().join("b.txt"), suite).unwrap();
    ponderhit_command(&["replay", &whole])
        .assert()
        .code(2)
        .stderr(contains("b.txt looks like a script or a regression suite"));
}

/// A suite may have capital letters in its ending, or be in a directory behind a link.
#[cfg(unix)]
#[test]
fn capital_letters_and_links_hide_no_suite() {
    let (directory, _file) = suite_file("1 protocol_version\n#? [2]\n");
    let capital = directory.path().join("CAPITAL.TST");
    std::fs::write(&capital, "1 protocol_version\n#? [3]\n").unwrap();
    let whole = directory.path().display().to_string();
    let is_failed = |name: &str| {
        ponderhit_command(&["replay", &whole])
            .assert()
            .code(1)
            .stdout(contains(format!("{name}:1: FAILED")));
    };
    is_failed("CAPITAL.TST");
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::rename(&capital, elsewhere.path().join("linked.tst")).unwrap();
    let link = directory.path().join("link");
    std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
    // A link to the directory itself has no end.
    std::os::unix::fs::symlink(directory.path(), elsewhere.path().join("again")).unwrap();
    is_failed("linked.tst");
}

#[test]
fn an_engine_that_ends_early_fails_the_rest() {
    let (_directory, file) = suite_file("1 name\n#? [x]\n2 name\n#? [x]&\n");
    let engine = "read line; printf '=1 x\\n\\n'";
    ponderhit_command(&["replay", &file, "--", "sh", "-c", engine])
        .assert()
        .code(1)
        .stdout(contains(
            ":3: FAILED: 2 name: expected [x]&, but the engine sent no complete answer",
        ))
        .stdout(contains("1 passed"));
}

#[test]
fn a_malformed_suite_is_an_error_with_its_line() {
    let (_directory, file) = suite_file("boardsize 9\n#? [x]\n");
    ponderhit_command(&["replay", &file])
        .assert()
        .code(2)
        .stderr(contains("no command with a number"));
}

/// A command of a suite may take an hour, so an engine that answers nothing is found before the first command.
#[test]
fn an_engine_of_another_protocol_plays_no_suite() {
    let (_directory, file) = suite_file("boardsize 9\n10 genmove black\n#? [A1]\n");
    ponderhit_command(&["replay", &file, "--startup-timeout", "300ms", "--", "cat"])
        .assert()
        .code(5)
        .stdout(contains("did not complete the handshake of GTP"));
}

/// Writes the text of a regression suite to a file in a new directory.
fn suite_file(text: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("suite.tst");
    std::fs::write(&file, text).unwrap();
    let name = file.display().to_string();
    (directory, name)
}
