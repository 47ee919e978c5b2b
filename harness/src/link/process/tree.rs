//! An engine's process and everything it started: its end, and how it is brought about.

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
    link::{Usage, clock::Stopwatch, family, proc, signals},
    transcript::End,
};

/// How long a killed process may take to be gone. Only a kernel that waits for a disk needs it.
const DYING: Duration = Duration::from_secs(5);

/// A process that leads a group of its own, and what became of it.
pub(in crate::link) struct Tree {
    child: Child,
    pid: Pid,
    end: Option<OwnedFd>,
    mark: String,
    buried: bool,
}

impl Tree {
    pub(in crate::link) fn new(child: Child, mark: String) -> Tree {
        let pid = Pid::from_child(&child);
        Tree {
            child,
            pid,
            end: open(pid),
            mark,
            buried: false,
        }
    }

    /// Something that can be polled for the end of the process.
    pub(in crate::link) fn end(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(|it| it.as_fd())
    }

    /// Whether the process has ended. It keeps its id until it is buried, so that signals can never
    /// hit somebody else.
    pub(in crate::link) fn ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.buried || !matches!(waitid(WaitId::Pid(self.pid), look), Ok(None))
    }

    /// Looks for the end only where it cannot be polled for.
    pub(super) fn ended_unpolled(&self) -> bool {
        self.end.is_none() && self.ended()
    }

    /// Asks everything in the group to end.
    pub(super) fn terminate(&self) {
        self.signal(Signal::TERM);
        // What has stopped itself could not hear it.
        self.signal(Signal::CONT);
    }

    /// Ends everything in the group.
    pub(super) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if !self.buried {
            let _ = kill_process_group(self.pid, signal);
            // A leader can leave its group.
            let _ = kill_process(self.pid, signal);
        }
    }

    /// How the process ended. Afterwards nothing of what it started is left.
    pub(in crate::link) fn bury(&mut self) -> End {
        let clock = Stopwatch::start();
        while !self.ended() && clock.elapsed() < DYING {
            self.kill();
            proc::pause();
        }
        self.kill();
        family::sweep(self.pid, &self.mark);
        self.buried = true;
        family::leave(&mut self.child).map_or(End::Killed, end)
    }

    /// The processes that belong to it, itself first.
    pub(super) fn members(&self) -> Vec<Pid> {
        let mut roots = vec![self.pid];
        roots.extend(family::strays(self.pid, &self.mark));
        proc::descendants(roots)
    }

    /// What its processes use together. `None` where the system does not tell.
    pub(super) fn usage(&self) -> Option<Usage> {
        let members = self.members();
        let memory_kib = members.iter().map(|it| proc::rss_kib(*it)).sum();
        let cpu = members.iter().map(|it| proc::cpu(*it)).sum();
        (memory_kib > 0).then_some(Usage { memory_kib, cpu })
    }

    /// How much memory its processes use together, if that is more than `cap` KiB.
    pub(super) fn memory_above(&self, cap: u64) -> Option<u64> {
        let members = self.members();
        let rss: u64 = members.iter().map(|it| proc::rss_kib(*it)).sum();
        if rss <= cap {
            return None;
        }
        // Memory that processes share was counted more than once. This counts it once, but is slow.
        let pss = members
            .iter()
            .map(|it| proc::pss_kib(*it))
            .sum::<Option<u64>>();
        Some(pss.unwrap_or(rss)).filter(|it| *it > cap)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if !self.buried {
            self.kill();
            self.bury();
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
