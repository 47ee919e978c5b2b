//! Functions that run `ponderhit` as a user runs it, and find the processes that a run leaves behind.
#![expect(
    clippy::disallowed_methods,
    reason = "tests start processes of their own"
)]

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::Read as _,
    iter,
    path::Path,
    process::{Command, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use wait_timeout::ChildExt as _;

/// The result of one run of ponderhit.
pub(crate) struct RunResult {
    /// The exit status of ponderhit, or `None` if a signal ended ponderhit or the test killed it.
    pub(crate) status: Option<i32>,
    /// The text that ponderhit wrote to standard output and standard error.
    pub(crate) output: String,
    /// The peak memory of the ponderhit process, without its engines, in KiB.
    pub(crate) peak_memory_kib: u64,
    pub(crate) process_mark: String,
}

/// Returns a unique environment variable, `NAME=value`, that marks the processes of one test.
pub(crate) fn unique_process_mark() -> String {
    static NEXT_MARK_NUMBER: AtomicUsize = AtomicUsize::new(0);
    let n = NEXT_MARK_NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("PONDERHIT_TEST=hostile-{}-{n}", std::process::id())
}

/// The command `ponderhit` with the environment variable `process_mark`, which its engines inherit.
pub(crate) fn ponderhit_command_with_mark(process_mark: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponderhit"));
    let (name, value) = process_mark.split_once('=').unwrap();
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "ponderhit");
    command
        .env(name, value)
        .env("NO_COLOR", "1")
        .env("PATH", path_with_python_first())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The search path with the directory of the Python interpreter first. The `python3` of a version manager is a shell
/// script that uses more processor time than the interpreter that it starts.
pub(crate) fn path_with_python_first() -> &'static OsStr {
    static SEARCH_PATH: LazyLock<OsString> = LazyLock::new(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let print = ["-c", "import sys; print(sys.base_exec_prefix)"];
        let Ok(printed) = Command::new("python3").args(print).output() else {
            return path;
        };
        let prefix = String::from_utf8_lossy(&printed.stdout).trim().to_owned();
        let first = Path::new(&prefix).join("bin");
        let all = iter::once(first).chain(env::split_paths(&path));
        env::join_paths(all).unwrap_or(path)
    });
    &SEARCH_PATH
}

/// Runs `ponderhit check --protocol ucci -- ENGINE...`.
pub(crate) fn check_engine(engine: &[&str], patience: Duration) -> RunResult {
    let process_mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    command
        .args(["check", "--protocol", "ucci", "--"])
        .args(engine);
    run_command(command, process_mark, patience)
}

/// Runs `check` with a shell script as the engine. The timeouts are short, because an answer that the engine does not
/// send at once will never come.
pub(crate) fn check_shell_engine(script: &str, patience: Duration) -> RunResult {
    let process_mark = unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    command.args([
        "check",
        "--protocol",
        "ucci",
        "--timeout-scale",
        "0.3",
        // With `--verbose`, the report shows the reason for every rule that was not judged.
        "--verbose",
        "--",
    ]);
    command.args(["sh", "-c", script]);
    run_command(command, process_mark, patience)
}

/// Runs a command to its end, or kills the process after the time `patience`.
pub(crate) fn run_command(
    mut command: Command,
    process_mark: String,
    patience: Duration,
) -> RunResult {
    let output = tempfile::NamedTempFile::new().unwrap();
    command
        .stdin(Stdio::null())
        .stdout(output.reopen().unwrap())
        .stderr(output.reopen().unwrap());
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    let mut rss_kib = 0;
    let status = loop {
        rss_kib = rss_kib.max(peak_rss_kib(child.id()));
        if let Some(status) = child.wait_timeout(Duration::from_millis(20)).unwrap() {
            break status.code();
        }
        if started.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
    };
    let mut bytes = Vec::new();
    output.reopen().unwrap().read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    RunResult {
        status,
        output: text,
        peak_memory_kib: rss_kib,
        process_mark,
    }
}

/// The names and ids of the processes with `process_mark` in their environment, except processes of ponderhit.
pub(crate) fn marked_processes(process_mark: &str) -> Vec<String> {
    let mut found = all_marked_processes(process_mark);
    found.retain(|it| !it.starts_with("ponderhit"));
    found
}

/// The names and ids of all processes with `process_mark` in their environment.
pub(crate) fn all_marked_processes(process_mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let path = entry.path();
        let environ = fs::read(path.join("environ")).unwrap_or_default();
        let status = fs::read_to_string(path.join("stat")).unwrap_or_default();
        let marked = environ
            .split(|it| *it == 0)
            .any(|it| it == process_mark.as_bytes());
        let name = fs::read_to_string(path.join("comm")).unwrap_or_default();
        let zombie = status.contains(") Z ");
        if marked && !zombie {
            found.push(format!("{} {}", name.trim(), path.display()));
        }
    }
    found
}

/// The peak memory of a process in KiB, or 0 if the process does not run its program yet. Until a process runs its own
/// program, it shares the memory of this test program, even for a moment after `spawn` has returned.
fn peak_rss_kib(pid: u32) -> u64 {
    let program = fs::read_link(format!("/proc/{pid}/exe")).ok();
    if program.is_none() || program == env::current_exe().ok() {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}
