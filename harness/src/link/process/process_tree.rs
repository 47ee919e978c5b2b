//! The process tree of an engine: its signals, its end, and its memory use.

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
    link::{ResourceUsage, clock::Stopwatch, process_registry, procfs, signals},
    transcript::SessionEnd,
};

/// How long to wait for the end of a killed process. A killed process ends at once, unless it is waiting for a disk.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);

/// The process tree of an engine: the leader of a process group, and the processes that it started.
pub(in crate::link) struct ProcessTree {
    child: Child,
    pid: Pid,
    end_fd: Option<OwnedFd>,
    mark: String,
    is_reaped: bool,
}

impl ProcessTree {
    pub(in crate::link) fn new(child: Child, mark: String) -> ProcessTree {
        let pid = Pid::from_child(&child);
        ProcessTree {
            child,
            pid,
            end_fd: open_pid_fd(pid),
            mark,
            is_reaped: false,
        }
    }

    /// Returns a file descriptor for `poll` that becomes readable when the process ends.
    pub(in crate::link) fn end_fd(&self) -> Option<BorrowedFd<'_>> {
        self.end_fd.as_ref().map(|it| it.as_fd())
    }

    /// Returns whether the process has ended. An ended process keeps its id until it is reaped, so that a signal never
    /// hits another process.
    pub(in crate::link) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_reaped || !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None))
    }

    /// Returns whether the process has ended, on a system where `poll` cannot wait for the end of a process. Always
    /// returns false on a system where `poll` can wait for the end of a process.
    pub(super) fn has_ended_unnoticed_by_poll(&self) -> bool {
        self.end_fd.is_none() && self.has_ended()
    }

    /// Sends SIGTERM to all processes of the process group.
    pub(in crate::link) fn terminate(&self) {
        self.send_signal(Signal::TERM);
        // A stopped process handles SIGTERM only after SIGCONT.
        self.send_signal(Signal::CONT);
    }

    /// Kills all processes of the process group.
    pub(in crate::link) fn kill(&self) {
        self.send_signal(Signal::KILL);
    }

    fn send_signal(&self, signal: Signal) {
        if !self.is_reaped {
            let _ = kill_process_group(self.pid, signal);
            // The signal is also sent to the engine's own process, because the engine may have left its process group.
            let _ = kill_process(self.pid, signal);
        }
    }

    /// Kills the engine's process and its orphans, reaps them, and returns how the engine's process ended.
    pub(in crate::link) fn kill_and_reap(&mut self) -> SessionEnd {
        let clock = Stopwatch::start();
        while !self.has_ended() && clock.elapsed() < KILL_TIMEOUT {
            self.kill();
            procfs::sleep_one_millisecond();
        }
        self.kill();
        process_registry::kill_orphans(self.pid, &self.mark);
        self.is_reaped = true;
        process_registry::reap_engine(&mut self.child).map_or(SessionEnd::Killed, end_from_status)
    }

    /// Returns all processes of the engine; the first one is the engine's own process.
    pub(super) fn tree_processes(&self) -> Vec<Pid> {
        let mut roots = vec![self.pid];
        roots.extend(process_registry::find_orphans(self.pid, &self.mark));
        procfs::descendant_processes(roots)
    }

    /// Returns the total memory and processor time of all processes of the engine, or `None` if the system does not
    /// report them.
    pub(in crate::link) fn resource_usage(&self) -> Option<ResourceUsage> {
        let members = self.tree_processes();
        let memory_kib = members.iter().map(|it| procfs::rss_kib(*it)).sum();
        let cpu = Some(members.iter().map(|it| procfs::cpu_time(*it)).sum());
        (memory_kib > 0).then_some(ResourceUsage {
            memory_kib,
            cpu_time: cpu,
        })
    }

    /// Returns the total memory of all processes of the engine in KiB, if it exceeds `cap`.
    pub(in crate::link) fn memory_if_above(&self, cap: u64) -> Option<u64> {
        let members = self.tree_processes();
        let rss: u64 = members.iter().map(|it| procfs::rss_kib(*it)).sum();
        if rss <= cap {
            return None;
        }
        // RSS counts shared memory once for each process. PSS counts shared memory only once, but is slow to read.
        let pss = members
            .iter()
            .map(|it| procfs::proportional_set_size_kib(*it))
            .sum::<Option<u64>>();
        Some(pss.unwrap_or(rss)).filter(|it| *it > cap)
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
            self.kill_and_reap();
        }
    }
}

#[cfg(target_os = "linux")]
fn open_pid_fd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn open_pid_fd(_pid: Pid) -> Option<OwnedFd> {
    None
}

fn end_from_status(status: ExitStatus) -> SessionEnd {
    match (status.code(), status.signal()) {
        (Some(code), _) => SessionEnd::Exit(code),
        (None, Some(signal)) => SessionEnd::Signal(signals::signal_name(signal)),
        (None, None) => SessionEnd::Killed,
    }
}
