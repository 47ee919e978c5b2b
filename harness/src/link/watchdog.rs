//! The watchdog: a small process that kills all engines if the harness is killed.
//!
//! The watchdog is the same executable with one argument, in its own process group. The watchdog reads from a pipe that
//! only the harness writes to, so the pipe closes when the harness ends.

use std::{
    collections::BTreeSet,
    env,
    io::{self, BufRead as _},
    os::{fd::OwnedFd, unix::process::CommandExt as _},
    process::{Child, Command, ExitCode, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rustix::{
    fs::{OFlags, fcntl_setfl},
    process::{Pid, Signal, kill_process, kill_process_group},
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};

use super::{clock::Stopwatch, private_pipe::create_private_pipe, procfs, session_marks};

/// The argument that makes this executable the watchdog.
const WATCHDOG_ARGUMENT: &str = "__watchdog";

/// How long the watchdog searches for processes that the harness left behind.
const CLEAN_UP_TIMEOUT: Duration = Duration::from_secs(10);

/// Whether `main` handles [`WATCHDOG_ARGUMENT`], so that this executable can be started as the watchdog.
static MAIN_CALLS_WATCHDOG: AtomicBool = AtomicBool::new(false);

/// Runs the watchdog if this process was started as the watchdog (with the argument `__watchdog`); `main` must call
/// this function first. If this function returns an exit code, this process was the watchdog, and `main` must return
/// that code.
///
/// A program that does not call `run_if_watchdog` has no watchdog: its engines are killed when their link is dropped,
/// but not when the program is killed. A program without a watchdog also does not become a child subreaper.
pub fn run_if_watchdog() -> Option<ExitCode> {
    MAIN_CALLS_WATCHDOG.store(true, Ordering::Relaxed);
    let asked = env::args_os()
        .nth(1)
        .is_some_and(|it| it == WATCHDOG_ARGUMENT);
    asked.then(run_watchdog)
}

/// Returns whether this process is the `ponderhit` program, in which only the module `link` starts
/// child processes.
pub(super) fn is_ponderhit_program() -> bool {
    MAIN_CALLS_WATCHDOG.load(Ordering::Relaxed)
}

/// The watchdog process and the pipe to it, if the watchdog runs.
pub(super) struct WatchdogHandle {
    process: Option<(Child, OwnedFd)>,
}

impl WatchdogHandle {
    pub(super) const fn not_started() -> WatchdogHandle {
        WatchdogHandle { process: None }
    }

    /// Starts the watchdog if it does not run yet, and registers `engines` with it. Returns the process id if a new
    /// watchdog was started.
    pub(super) fn ensure_running(&mut self, engines: &BTreeSet<i32>) -> Option<i32> {
        if self.process.is_some() || !is_ponderhit_program() {
            return None;
        }
        // An error is ignored: without a watchdog, engines are left running only if this process is killed.
        self.process = start_watchdog().ok();
        self.write_line(&format!("{}\n", session_marks::mark_prefix()));
        for leader in engines {
            self.notify_process_group('+', *leader);
        }
        let (watchdog, _) = self.process.as_ref()?;
        Some(Pid::from_child(watchdog).as_raw_pid())
    }

    pub(super) fn take_process(&mut self) -> Option<(Child, OwnedFd)> {
        self.process.take()
    }

    /// Notifies the watchdog that a process group was started (`+`) or has ended (`-`).
    pub(super) fn notify_process_group(&mut self, sign: char, group: i32) {
        self.write_line(&format!("{sign}{group}\n"));
    }

    fn write_line(&mut self, line: &str) {
        let Some((watchdog, pipe)) = &mut self.process else {
            return;
        };
        // A write to the watchdog's pipe fails if the watchdog has ended or does not read the pipe. After a failed
        // write, the start of the next engine starts a new watchdog.
        if rustix::io::write(pipe, line.as_bytes()) != Ok(line.len()) {
            let _ = watchdog.kill();
            let _ = watchdog.wait();
            self.process = None;
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn start_watchdog() -> io::Result<(Child, OwnedFd)> {
    let (reader, writer) = create_private_pipe()?;
    fcntl_setfl(&writer, OFlags::NONBLOCK)?;
    let watchdog = Command::new(env::current_exe()?)
        .arg(WATCHDOG_ARGUMENT)
        .env_remove(session_marks::MARK_VARIABLE)
        .stdin(reader)
        // The watchdog does not inherit the output of this process, because a reader of that output would wait for the
        // end of the watchdog, too.
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        .process_group(0)
        .spawn()?;
    Ok((watchdog, writer))
}

/// Runs the watchdog.
fn run_watchdog() -> ExitCode {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // The signal handler does nothing, but it prevents the signal from ending the watchdog.
        let _ = flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
    let mut run = None;
    let mut groups = BTreeSet::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match (line.strip_prefix('+'), line.strip_prefix('-')) {
            (Some(group), _) => groups.extend(group.parse::<i32>()),
            (_, Some(group)) => groups.retain(|it| it.to_string() != group),
            (None, None) => run = Some(line),
        }
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
        let _ = kill_process(group, Signal::KILL);
    }
    if let Some(run) = run {
        kill_marked_processes(&run);
    }
    ExitCode::SUCCESS
}

/// Kills every process that has a mark with the prefix `run`, until two searches in a row find no such process.
fn kill_marked_processes(run: &str) {
    let clock = Stopwatch::start();
    let mut quiet = 0;
    while quiet < 2 && clock.elapsed() < CLEAN_UP_TIMEOUT {
        let mut found = procfs::all_processes();
        found.retain(|it| session_marks::has_mark(*it, |it| it.starts_with(run)));
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for process in found {
            let _ = kill_process(process, Signal::KILL);
        }
        procfs::sleep_one_millisecond();
    }
}
