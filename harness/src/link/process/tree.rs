//! An engine's process and everything that it started: signals, end, memory.

use std::{
    os::{
        fd::{AsFd as _, BorrowedFd, OwnedFd},
        unix::process::ExitStatusExt as _,
    },
    process::{Child, ExitStatus},
    time::Duration,
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use crate::{
    link::{Usage, clock::Stopwatch, procfs, registry, signals},
    transcript::End,
};

/// How long a killed process may take to end. Only a process that waits for a disk needs more than a moment.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);

/// The leader of a process group, and how it ended.
pub(in crate::link) struct Tree {
    child: Child,
    pid: Pid,
    end: Option<OwnedFd>,
    mark: String,
    reaped: bool,
}

impl Tree {
    pub(in crate::link) fn new(child: Child, mark: String) -> Tree {
        let pid = Pid::from_child(&child);
        Tree {
            child,
            pid,
            end: open(pid),
            mark,
            reaped: false,
        }
    }

    /// Becomes readable at the end of the process, for `poll`.
    pub(in crate::link) fn end(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(|it| it.as_fd())
    }

    /// Whether the process has ended. It keeps its id until it is reaped, so that a signal never
    /// hits another process.
    pub(in crate::link) fn ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.reaped || !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None))
    }

    /// Like `ended`, but only where the end cannot be polled for.
    pub(super) fn ended_unpolled(&self) -> bool {
        self.end.is_none() && self.ended()
    }

    /// Asks all processes of the group to end.
    pub(super) fn terminate(&self) {
        self.signal(Signal::TERM);
        // A stopped process handles SIGTERM only after SIGCONT.
        self.signal(Signal::CONT);
    }

    /// Kills all processes of the group.
    pub(super) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if !self.reaped {
            let _ = kill_process_group(self.pid, signal);
            // The leader may have left its group.
            let _ = kill_process(self.pid, signal);
        }
    }

    /// Kills the process and its orphans, reaps them, and returns how the process ended.
    pub(in crate::link) fn reap(&mut self) -> End {
        let clock = Stopwatch::start();
        while !self.ended() && clock.elapsed() < KILL_TIMEOUT {
            self.kill();
            procfs::pause();
        }
        self.kill();
        registry::kill_orphans(self.pid, &self.mark);
        self.reaped = true;
        registry::reap_engine(&mut self.child).map_or(End::Killed, end)
    }

    /// All processes of the engine, its own first.
    pub(super) fn members(&self) -> Vec<Pid> {
        let mut roots = vec![self.pid];
        roots.extend(registry::orphans(self.pid, &self.mark));
        procfs::descendants(roots)
    }

    /// What its processes use together. `None` where the system does not report it.
    pub(super) fn usage(&self) -> Option<Usage> {
        let members = self.members();
        let memory_kib = members.iter().map(|it| procfs::rss_kib(*it)).sum();
        let cpu = members.iter().map(|it| procfs::cpu(*it)).sum();
        (memory_kib > 0).then_some(Usage { memory_kib, cpu })
    }

    /// The memory that its processes use together, in KiB, if it exceeds `cap`.
    pub(super) fn memory_above(&self, cap: u64) -> Option<u64> {
        let members = self.members();
        let rss: u64 = members.iter().map(|it| procfs::rss_kib(*it)).sum();
        if rss <= cap {
            return None;
        }
        // RSS counts shared memory once per process. PSS counts it once, but is slow to read.
        let pss = members
            .iter()
            .map(|it| procfs::pss_kib(*it))
            .sum::<Option<u64>>();
        Some(pss.unwrap_or(rss)).filter(|it| *it > cap)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            self.reap();
        }
    }
}

#[cfg(target_os = "linux")]
fn open(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn open(_pid: Pid) -> Option<OwnedFd> {
    None
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signals::name(signal)),
        (None, None) => End::Killed,
    }
}
