//! Small engines written as shell scripts, and functions that run ponderhit with these engines.

use std::{os::unix::process::CommandExt as _, process};

use crate::common;
use assert_cmd::Command;

/// A shell engine that answers the handshake, `isready` and `quit`, but exits without `bye`.
pub(crate) const ENGINE_WITHOUT_BYE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo 'id name Byeless'; echo ucciok ;; \
     isready) echo readyok ;; \
     quit) exit 0 ;; \
     esac; done";

/// Like [`ENGINE_WITHOUT_BYE`], but the engine answers every other command at once, so that no session has to wait.
pub(crate) const FAST_ENGINE_WITHOUT_BYE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo 'id name Byeless'; echo ucciok ;; \
     isready) echo readyok ;; \
     go* | stop) echo nobestmove ;; \
     probe*) echo pophash ;; \
     quit) exit 0 ;; \
     esac; done";

/// A shell engine that answers every `go` with `nobestmove`.
pub(crate) const ENGINE_WITHOUT_MOVES: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     go*) echo nobestmove ;; \
     quit) echo bye; exit 0 ;; \
     esac; done";

/// A shell engine whose searches never end.
pub(crate) const ENGINE_WITHOUT_END_OF_SEARCH: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     probe*) echo pophash ;; \
     go*) sleep 600 ;; \
     stop) echo nobestmove ;; \
     quit) echo bye; exit 0 ;; \
     esac; done";

/// The arguments that name the reference engine of GTP as the engine to test.
pub(crate) const GTP_ENGINE_ARGS: [&str; 5] = [
    "--",
    env!("CARGO_BIN_EXE_ponderhit"),
    "engine",
    "--protocol",
    "gtp",
];

/// The command `ponderhit`, without environment variables that change its output.
pub(crate) fn ponderhit_command(args: &[&str]) -> Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_ponderhit"));
    // Command lines in reports begin with the name by which ponderhit was started, so the name must be the same in
    // every test.
    command.arg0("ponderhit");
    let mut command = Command::from_std(command);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CI", "COLUMNS"] {
        command.env_remove(name);
    }
    // ponderhit stores the results for `--failed` in the cache directory, so the tests use a directory of their own.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env("PATH", common::path_with_python_first());
    command.args(args);
    command
}

/// The command `ponderhit` with a shell script as the engine.
pub(crate) fn run_on_script(args: &[&str], script: &str) -> Command {
    let mut command = ponderhit_command(args);
    command.args(["--", "sh", "-c", script]);
    command
}

/// Replaces the times in the output of ponderhit, because the times differ from run to run.
pub(crate) fn replace_times(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let lines = text.lines().map(|line| {
        let words = line.split(' ').map(|word| {
            let number = word.trim_end_matches('s');
            let decimal = number.contains('.') && number.parse::<f64>().is_ok();
            if decimal { "#.###" } else { word }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}
