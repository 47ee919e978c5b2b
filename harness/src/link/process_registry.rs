//! The registry of started engines: it finds and kills the processes that an engine leaves behind (orphans).
//!
//! One signal kills a process group, but a child process of an engine can leave the group. A child process that left
//! the engine's process group is found by a mark in its environment, or by its parent process. In the `ponderhit`
//! program, an orphan becomes a child of this process, because this process is a child subreaper (if the kernel
//! supports it). A program that only uses the library does not become a subreaper, because the orphans of its other
//! children must not be killed.

use std::{
    collections::{BTreeSet, HashSet},
    io,
    process::{Child, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, test_kill_process, waitid,
};

use super::{
    clock::Stopwatch,
    procfs::{self, KernelProcessState, sleep_one_millisecond},
    session_marks::{has_mark, mark_prefix},
    watchdog,
};

/// The time limit for killing the orphans of an engine. If processes fork faster than they are killed, the watchdog
/// kills them later.
const KILL_ORPHANS_TIMEOUT: Duration = Duration::from_secs(5);

static REGISTRY: Mutex<ProcessRegistry> = Mutex::new(ProcessRegistry {
    engine_pids: BTreeSet::new(),
    other_child_pids: BTreeSet::new(),
    watchdog: watchdog::WatchdogHandle::not_started(),
});

/// The child processes that this process started itself.
struct ProcessRegistry {
    /// The process ids of the running engines.
    engine_pids: BTreeSet<i32>,
    /// The process ids of the watchdog, and of engines that did not end although SIGKILL was sent to them.
    other_child_pids: BTreeSet<i32>,
    watchdog: watchdog::WatchdogHandle,
}

impl ProcessRegistry {
    fn ensure_watchdog_running(&mut self) {
        self.other_child_pids
            .extend(self.watchdog.ensure_running(&self.engine_pids));
    }
}

fn lock_registry() -> MutexGuard<'static, ProcessRegistry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the watchdog if it does not run yet.
#[cfg(target_os = "linux")]
pub(super) fn ensure_watchdog() {
    let mut registry = lock_registry();
    registry.ensure_watchdog_running();
}

/// Starts an engine as the leader of a process group.
pub(super) fn start_engine(command: &mut Command) -> io::Result<Child> {
    if watchdog::is_ponderhit_program() {
        become_subreaper();
    }
    let mut registry = lock_registry();
    registry.ensure_watchdog_running();
    let ProcessRegistry {
        engine_pids: engines,
        watchdog,
        ..
    } = &mut *registry;
    // The lock on the registry is held until the child is registered; otherwise `kill_orphans` could kill the child as
    // an orphan.
    let child = command.spawn()?;
    let pid = Pid::from_child(&child).as_raw_pid();
    engines.insert(pid);
    watchdog.notify_process_group('+', pid);
    Ok(child)
}

/// Reaps an engine and removes it from the registry.
pub(super) fn reap_engine(child: &mut Child) -> Option<ExitStatus> {
    let mut registry = lock_registry();
    let pid = Pid::from_child(child).as_raw_pid();
    registry.engine_pids.remove(&pid);
    registry.watchdog.notify_process_group('-', pid);
    let status = child.try_wait().ok().flatten();
    if status.is_none() {
        registry.other_child_pids.insert(pid);
    }
    status
}

/// Ends the watchdog; `main` must call `stop_watchdog` before it returns. If `main` does not call `stop_watchdog`, the
/// watchdog ends soon after this process, but may remain as a zombie.
pub fn stop_watchdog() {
    let process = lock_registry().watchdog.take_process();
    if let Some((mut watchdog, pipe)) = process {
        drop(pipe);
        let _ = watchdog.wait();
    }
}

/// Returns the orphans of the engine with this group leader and this mark.
pub(super) fn find_orphans(leader: Pid, mark: &str) -> Vec<Pid> {
    let (children, only_one) = unregistered_children();
    // Orphans become children of this process only in the `ponderhit` program.
    let Some(mut orphans) = children.filter(|_| watchdog::is_ponderhit_program()) else {
        let mut all = procfs::all_processes();
        all.retain(|it| *it != leader && *it != getpid() && has_mark(*it, |it| it == mark));
        return all;
    };
    orphans.retain(|it| match procfs::process_state(*it) {
        None => false,
        Some((_, group)) if group == leader.as_raw_pid() => true,
        Some((KernelProcessState::Ending | KernelProcessState::Zombie, _)) => true,
        Some((KernelProcessState::Running, _)) if has_mark(*it, |it| it == mark) => true,
        // A child process of an engine can remove the mark from its environment. In the `ponderhit`
        // program, every child that is not registered belongs to an engine.
        Some((KernelProcessState::Running, _)) => {
            only_one && !has_mark(*it, |it| it.starts_with(mark_prefix()))
        }
    });
    orphans
}

/// Returns the children of this process that are not registered (`None` if the kernel does not list children), and
/// whether at most one engine runs.
fn unregistered_children() -> (Option<Vec<Pid>>, bool) {
    let registry = lock_registry();
    let mut children = procfs::child_processes("self");
    if let Some(children) = &mut children {
        children.retain(|it| {
            let pid = it.as_raw_pid();
            !registry.engine_pids.contains(&pid) && !registry.other_child_pids.contains(&pid)
        });
    }
    (children, registry.engine_pids.len() <= 1)
}

/// Returns whether a child that is not registered is ending. The mark of an ending process cannot be read any more, but
/// the process may still leave orphans.
fn has_exiting_child() -> bool {
    if !watchdog::is_ponderhit_program() {
        return false;
    }
    let (children, _) = unregistered_children();
    let mut states = children
        .unwrap_or_default()
        .into_iter()
        .map(procfs::process_state);
    states.any(|it| matches!(it, Some((KernelProcessState::Ending, _))))
}

/// Kills the orphans of an engine and their descendants until none is left.
pub(super) fn kill_orphans(leader: Pid, mark: &str) {
    let clock = Stopwatch::start();
    let mut killed = HashSet::new();
    // The list of children may be incomplete, because it can change while it is read. The loop ends only after two
    // searches in a row have found no orphan, because one search may have missed a child.
    let mut quiet = 0;
    while quiet < 2 && clock.elapsed() < KILL_ORPHANS_TIMEOUT {
        let orphans = procfs::descendant_processes(find_orphans(leader, mark));
        for orphan in &orphans {
            let _ = kill_process(*orphan, Signal::KILL);
        }
        killed.extend(orphans);
        reap_killed(&mut killed);
        if killed.is_empty() && !has_exiting_child() {
            quiet += 1;
        } else {
            quiet = 0;
            sleep_one_millisecond();
        }
    }
}

fn is_zombie(process: Pid) -> bool {
    procfs::process_state(process).is_some_and(|it| it.0 == KernelProcessState::Zombie)
}

/// Reaps the killed processes that have ended.
fn reap_killed(killed: &mut HashSet<Pid>) {
    let _family = lock_registry();
    killed.retain(|it| {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        match waitid(WaitId::Pid(*it), options) {
            Ok(Some(_)) => false,
            Ok(None) => true,
            // In a container, the first process may reap its children late or never. A zombie has no children left.
            Err(_) => test_kill_process(*it).is_ok() && !is_zombie(*it),
        }
    });
}

#[cfg(target_os = "linux")]
fn become_subreaper() {
    static BECOME_SUBREAPER_ONCE: std::sync::Once = std::sync::Once::new();
    BECOME_SUBREAPER_ONCE.call_once(|| {
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    });
}

#[cfg(not(target_os = "linux"))]
fn become_subreaper() {}
