//! Tests the shell part of `action.yml`.

use std::{
    env, fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::PathBuf,
    process,
};

use assert_cmd::Command;
use predicates::str::contains;

use super::engines::ENGINE_WITHOUT_BYE;

fn action_in(folder: &tempfile::TempDir) -> Command {
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    symlink(env!("CARGO_BIN_EXE_ponderhit"), programs.join("ponderhit")).unwrap();
    fs::write(folder.path().join("engine.sh"), ENGINE_WITHOUT_BYE).unwrap();
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ci/action.sh");
    let mut command = process::Command::new("sh");
    command.arg(script).current_dir(folder.path());
    let mut command = Command::from_std(command);
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    command.env("PATH", path).env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"));
    for name in [
        "PROTOCOL", "PROFILE", "KNOWN", "ARGS", "REPORTS", "CI", "NO_COLOR",
    ] {
        command.env_remove(name);
    }
    command
}

#[test]
fn the_action_writes_annotations_and_all_reports() {
    let folder = tempfile::tempdir().unwrap();
    action_in(&folder)
        .env("ENGINE", "sh engine.sh")
        .env("PROTOCOL", "ucci")
        .env("ARGS", "--only ucci/quit/idle")
        .assert()
        .code(1)
        .stdout(contains(
            "::error file=ponderhit-reports/transcripts/ucci/quit/idle.script,line=",
        ));
    let reports = folder.path().join("ponderhit-reports");
    for file in ["report.json", "report.html", "junit.xml", "report.sarif"] {
        let text = fs::read_to_string(reports.join(file)).unwrap();
        assert!(text.contains("ucci/bye_before_end"), "{file}");
    }
    let summary = fs::read_to_string(folder.path().join("summary.md")).unwrap();
    assert!(summary.contains("ucci/bye_before_end"), "{summary}");
    assert!(reports.join("transcripts/ucci/quit/idle.script").exists());
}

#[test]
fn the_inputs_of_the_action_are_not_executed_by_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    action_in(&folder)
        .env(
            "ENGINE",
            "no-such-engine; touch executed $(touch executed) `touch executed`",
        )
        .env("PROTOCOL", "ucci")
        .env("PROFILE", "full")
        .env("ARGS", "--only ucci/quit/idle")
        .assert()
        .code(5);
    assert!(!folder.path().join("executed").exists());
}

#[test]
fn the_action_judges_known_failures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("known.txt"),
        "ucci/bye_before_end  # our GUI does not wait\n",
    )
    .unwrap();
    action_in(&folder)
        .env("ENGINE", "sh engine.sh")
        .env("PROTOCOL", "ucci")
        .env("KNOWN", "known.txt")
        .env(
            "ARGS",
            "--only ucci/bye_before_end --only ucci/quit/idle --allow-inconclusive",
        )
        .assert()
        .stdout(contains("::notice "));
}

/// A runner may have an old program in the directory of `cargo install`.
#[test]
fn the_action_runs_the_version_that_it_installed() {
    let folder = tempfile::tempdir().unwrap();
    let old = "if [ \"$1\" = --version ]; then echo ponderhit 0.1.0; else echo old; fi\n";
    let new = "if [ \"$1\" = --version ]; then echo ponderhit 7.0.0; else echo new; exit 1; fi\n";
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    write("home/.cargo/bin/ponderhit", old);
    write("released/ponderhit", new);
    // This `curl` makes the archive or its checksum from the released program.
    write(
        "fakes/curl",
        "while [ $# -gt 1 ]; do [ \"$1\" = --output ] && out=$2; shift; done\n\
         case $1 in\n\
         *.sha256) cd \"$(dirname \"$out\")\" && (sha256sum ./*.gz || shasum -a 256 ./*.gz) | \
         sed 's|\\./||' >\"$out\" ;;\n\
         *) tar -czf \"$out\" -C \"$RELEASED\" ponderhit ;;\n\
         esac\n",
    );
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (fakes, cargo) = (path("fakes"), path("home/.cargo/bin"));
    let action = || {
        let mut action = action_in(&folder);
        action.env(
            "PATH",
            format!("{fakes}:{cargo}:{}", env::var("PATH").unwrap()),
        );
        action.env("HOME", path("home")).env_remove("CARGO_HOME");
        action.env("RELEASED", path("released"));
        action.env("ENGINE", "sh engine.sh");
        action
    };
    action()
        .env("VERSION", "7.0.0")
        .assert()
        .code(1)
        .stdout(contains("new"));
    fs::remove_dir_all(folder.path().join("programs")).unwrap();
    action()
        .env("VERSION", "8.0.0")
        .assert()
        .code(70)
        .stderr(contains("ponderhit 7.0.0"));
}
