//! Tests of `ponderhit init`: which files it writes, and which existing files it does not change.

use std::fs;

use insta::assert_snapshot;
use tempfile::TempDir;

use super::engines::{ENGINE_WITHOUT_BYE, ponderhit_command};

/// Creates a temporary directory with these files.
fn directory_with(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

/// Runs `ponderhit` in a directory, checks its exit code, and returns its standard output.
fn run_and_read_stdout(dir: &TempDir, args: &[&str], code: i32) -> String {
    let mut command = ponderhit_command(args);
    let assert = command.current_dir(dir.path()).assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn read_file(dir: &TempDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap_or_else(|err| panic!("{name}: {err}"))
}

#[test]
fn the_files_fit_the_project() {
    let dir = directory_with(&[
        ("Makefile", "EXE = river\n"),
        ("main.c", "if (!strcmp(line, \"ucci\"))\n"),
        (
            ".git/config",
            "[remote \"origin\"]\n url = git@github.com:me/river.git\n",
        ),
    ]);
    let text = run_and_read_stdout(&dir, &["init"], 0);
    assert_snapshot!(format!(
        "{text}--- ponderhit.toml\n{}--- known-failures.txt\n{}--- protocol.yml\n{}",
        read_file(&dir, "ponderhit.toml"),
        read_file(&dir, "known-failures.txt"),
        read_file(&dir, ".github/workflows/protocol.yml"),
    ));
}

#[test]
fn gitlab_has_its_own_file() {
    let dir = directory_with(&[("engine.py", "")]);
    let text = run_and_read_stdout(&dir, &["init", "--ci", "gitlab", "--protocol", "gtp"], 0);
    assert!(text.contains("wrote .gitlab-ci.yml"), "{text}");
    assert!(read_file(&dir, "ponderhit.toml").contains("\nprotocol = \"gtp\"\n"));
    assert_snapshot!(read_file(&dir, ".gitlab-ci.yml"));
}

#[test]
fn check_reads_the_written_files() {
    let dir = directory_with(&[("engine", ENGINE_WITHOUT_BYE)]);
    let text = run_and_read_stdout(&dir, &["init", "--", "sh", "./engine"], 0);
    assert!(text.contains("the engine speaks UCCI"), "{text}");
    let args = ["check", "--only", "ucci/quit/idle"];
    let report = run_and_read_stdout(&dir, &args, 1);
    assert!(report.contains("ucci/bye_before_end"), "{report}");
    // After `--update-known-failures` has added the violations to the file of known failures, `check` passes.
    let args = [
        "check",
        "--only",
        "ucci/quit/idle",
        "--update-known-failures",
    ];
    run_and_read_stdout(&dir, &args, 1);
    run_and_read_stdout(&dir, &["check", "--only", "ucci/quit/idle"], 0);
}

#[test]
fn existing_files_are_left_alone() {
    let files = [
        ("ponderhit.toml", "strict = true\n"),
        ("known-failures.txt", "# ours\n"),
        (".gitlab-ci.yml", "stages: [test]\n"),
    ];
    let dir = directory_with(&files);
    let text = run_and_read_stdout(&dir, &["init"], 0);
    for (name, content) in files {
        assert!(text.contains(&format!("left {name} as it is")), "{text}");
        assert_eq!(read_file(&dir, name), content);
    }
}

#[test]
fn the_ci_file_has_the_build_step_of_a_java_project_or_a_comment_in_its_place() {
    for (files, step) in [
        (
            &[("pom.xml", "<project/>")][..],
            "      - run: mvn -B package\n",
        ),
        (&[][..], "      # - run: make "),
    ] {
        let dir = directory_with(files);
        run_and_read_stdout(&dir, &["init", "--ci", "github"], 0);
        let workflow = read_file(&dir, ".github/workflows/protocol.yml");
        assert!(workflow.contains(step), "{workflow}");
    }
}

/// If `ponderhit.toml` named no engine, `check` would test the built-in engine and would always pass.
#[test]
fn without_an_engine_the_check_fails_and_shows_the_line_to_change() {
    let dir = directory_with(&[]);
    let text = run_and_read_stdout(&dir, &["init"], 0);
    assert!(text.contains("change the line `engine`"), "{text}");
    assert!(!text.contains("next: `ponderhit check`"), "{text}");
    assert!(text.contains("--ci github"), "{text}");
    assert!(read_file(&dir, "ponderhit.toml").contains("# CHANGE THIS LINE"));
    run_and_read_stdout(&dir, &["check"], 5);
}

#[test]
fn no_protocol_is_written_for_an_engine_that_does_not_answer() {
    let dir = directory_with(&[]);
    let text = run_and_read_stdout(&dir, &["init", "--", "sh", "-c", "exit 3 # \"quoted\""], 0);
    assert!(text.contains("the protocol was not detected"), "{text}");
    let config = read_file(&dir, "ponderhit.toml");
    assert!(
        config.contains(r#"engine = ["sh", "-c", "exit 3 # \"quoted\""]"#),
        "{config}"
    );
    assert!(config.contains("\n# protocol = "), "{config}");
}
