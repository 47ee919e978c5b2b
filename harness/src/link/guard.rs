//! A small process that outlives us by a moment: whatever kills us, it ends what we started.
//!
//! It is our own executable with one argument, in a group of its own. It knows of our end because
//! it reads a pipe that only we can write to.

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
    pipe::{PipeFlags, pipe_with},
    process::{Pid, Signal, kill_process, kill_process_group},
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};

use super::{clock::Stopwatch, marks, proc};

/// What our executable is called with to be the guard.
const ARGUMENT: &str = "__guard";

/// How long the guard looks for what is left.
const LOOKING: Duration = Duration::from_secs(10);

/// Whether `main` knows [`ARGUMENT`], so that we can be called with it.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// To be called first thing in `main`. With a result we are the guard, and that is what to return.
///
/// In a program that does not call this there is no guard: engines are ended when their link is
/// dropped, but not when the program is killed. Nor does such a program become a child subreaper.
pub fn main_if_asked() -> Option<ExitCode> {
    IS_OURS.store(true, Ordering::Relaxed);
    let asked = env::args_os().nth(1).is_some_and(|it| it == ARGUMENT);
    asked.then(watch)
}

/// Whether the program is ours, and every process it has was started here.
pub(super) fn is_ours() -> bool {
    IS_OURS.load(Ordering::Relaxed)
}

/// The place of the guard, as its master sees it.
pub(super) struct Post {
    man: Option<(Child, OwnedFd)>,
}

impl Post {
    pub(super) const fn vacant() -> Post {
        Post { man: None }
    }

    /// Sees to it that there is a guard that knows of `leaders`, if there can be one. The process
    /// id of a new one.
    pub(super) fn man(&mut self, leaders: &BTreeSet<i32>) -> Option<i32> {
        if self.man.is_some() || !is_ours() {
            return None;
        }
        // Without a guard engines are still ended whenever we end in any other way than by SIGKILL.
        self.man = start().ok();
        self.write(&format!("{}\n", marks::run()));
        for leader in leaders {
            self.tell('+', *leader);
        }
        let (guard, _) = self.man.as_ref()?;
        Some(Pid::from_child(guard).as_raw_pid())
    }

    pub(super) fn relieve(&mut self) -> Option<(Child, OwnedFd)> {
        self.man.take()
    }

    /// Tells that a group is there (`+`) or gone (`-`).
    pub(super) fn tell(&mut self, sign: char, group: i32) {
        self.write(&format!("{sign}{group}\n"));
    }

    fn write(&mut self, line: &str) {
        let Some((guard, pipe)) = &mut self.man else {
            return;
        };
        // A guard that is gone or does not read is none. The next engine gets a new one.
        if rustix::io::write(pipe, line.as_bytes()) != Ok(line.len()) {
            let _ = guard.kill();
            let _ = guard.wait();
            self.man = None;
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn start() -> io::Result<(Child, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    fcntl_setfl(&writer, OFlags::NONBLOCK)?;
    let guard = Command::new(env::current_exe()?)
        .arg(ARGUMENT)
        .env_remove(marks::VARIABLE)
        .stdin(reader)
        // Whoever reads our output must not wait for the guard.
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        .process_group(0)
        .spawn()?;
    Ok((guard, writer))
}

/// The guard's own life.
fn watch() -> ExitCode {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // A handler that does nothing that matters.
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
        clean_up(&run);
    }
    ExitCode::SUCCESS
}

/// Ends every process with a mark of that run, until none is found twice.
fn clean_up(run: &str) {
    let clock = Stopwatch::start();
    let mut quiet = 0;
    while quiet < 2 && clock.elapsed() < LOOKING {
        let mut found = proc::all();
        found.retain(|it| marks::marked(*it, |it| it.starts_with(run)));
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for process in found {
            let _ = kill_process(process, Signal::KILL);
        }
        proc::pause();
    }
}
