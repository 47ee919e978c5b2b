//! The processes that we started, and how to find what they started.
//!
//! A group is ended with one signal, but an engine can leave its group. Two more things tell whose
//! a process is: a mark in its environment, and, in a program of our own, that it becomes our child when its
//! parent ends, because we are a subreaper where the kernel has such a thing. A program that only uses the
//! library stays what it is: the orphans of its own children are none of our business.

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
    guard,
    marks::{marked, run},
    proc::{self, Life, pause},
};

/// How long a sweep may take: who multiplies faster than that is left to the guard.
const SWEEPING: Duration = Duration::from_secs(5);

static FAMILY: Mutex<Family> = Mutex::new(Family {
    leaders: BTreeSet::new(),
    others: BTreeSet::new(),
    guard: guard::Post::vacant(),
});

/// Our children, as far as they are meant to be ours.
struct Family {
    /// The engines.
    leaders: BTreeSet<i32>,
    /// The guard, and engines that not even the kernel could end.
    others: BTreeSet<i32>,
    guard: guard::Post,
}

impl Family {
    fn man(&mut self) {
        self.others.extend(self.guard.man(&self.leaders));
    }
}

fn family() -> MutexGuard<'static, Family> {
    FAMILY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes sure that there is a guard.
pub(super) fn prepare() {
    let mut family = family();
    family.man();
}

/// Starts the leader of a group.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    if guard::is_ours() {
        become_subreaper();
    }
    let mut family = family();
    family.man();
    let Family { leaders, guard, .. } = &mut *family;
    // Whose a child is must be known without a gap: a sweep waits until this one is listed.
    let child = command.spawn()?;
    let pid = Pid::from_child(&child).as_raw_pid();
    leaders.insert(pid);
    guard.tell('+', pid);
    Ok(child)
}

/// Reaps the leader of a group.
pub(super) fn leave(child: &mut Child) -> Option<ExitStatus> {
    let mut family = family();
    let pid = Pid::from_child(child).as_raw_pid();
    family.leaders.remove(&pid);
    family.guard.tell('-', pid);
    let status = child.try_wait().ok().flatten();
    if status.is_none() {
        family.others.insert(pid);
    }
    status
}

/// Lets the guard go, before `main` returns. Without this it goes by itself, a moment after us, but
/// nobody may be there to reap it.
pub fn dismiss_guard() {
    let post = family().guard.relieve();
    if let Some((mut guard, pipe)) = post {
        drop(pipe);
        let _ = guard.wait();
    }
}

/// What an engine started and left to us: its leader is `leader`, its mark is `mark`.
pub(super) fn strays(leader: Pid, mark: &str) -> Vec<Pid> {
    let (children, alone) = unknown();
    // Orphans become our children only in a program of our own.
    let Some(mut strays) = children.filter(|_| guard::is_ours()) else {
        let mut all = proc::all();
        all.retain(|it| *it != leader && *it != getpid() && marked(*it, |it| it == mark));
        return all;
    };
    strays.retain(|it| match proc::life(*it) {
        None => false,
        Some((_, group)) if group == leader.as_raw_pid() => true,
        Some((Life::Ending | Life::Zombie, _)) => true,
        Some((Life::Running, _)) if marked(*it, |it| it == mark) => true,
        // An engine can hide its mark. In a program of our own every child is an engine's.
        Some((Life::Running, _)) => alone && !marked(*it, |it| it.starts_with(run())),
    });
    strays
}

/// Our children that are not meant to be ours, where there is a list of them, and whether at most
/// one engine runs.
fn unknown() -> (Option<Vec<Pid>>, bool) {
    let family = family();
    let mut children = proc::children("self");
    if let Some(children) = &mut children {
        children.retain(|it| {
            let pid = it.as_raw_pid();
            !family.leaders.contains(&pid) && !family.others.contains(&pid)
        });
    }
    (children, family.leaders.len() <= 1)
}

/// Whether a child of ours is ending. Nobody can read its environment any more, but it may still
/// leave children to us.
fn unsettled() -> bool {
    if !guard::is_ours() {
        return false;
    }
    let (children, _) = unknown();
    let mut lives = children.unwrap_or_default().into_iter().map(proc::life);
    lives.any(|it| matches!(it, Some((Life::Ending, _))))
}

/// Ends what an engine left to us, and what that started, until nothing is left.
pub(super) fn sweep(leader: Pid, mark: &str) {
    let clock = Stopwatch::start();
    let mut dying = HashSet::new();
    // A list of children that changes while it is read may lack some.
    let mut quiet = 0;
    while quiet < 2 && clock.elapsed() < SWEEPING {
        let strays = proc::descendants(strays(leader, mark));
        for stray in &strays {
            let _ = kill_process(*stray, Signal::KILL);
        }
        dying.extend(strays);
        reap(&mut dying);
        if dying.is_empty() && !unsettled() {
            quiet += 1;
        } else {
            quiet = 0;
            pause();
        }
    }
}

/// Reaps those that are gone.
fn reap(dying: &mut HashSet<Pid>) {
    let _family = family();
    dying.retain(|it| {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        match waitid(WaitId::Pid(*it), look) {
            Ok(Some(_)) => false,
            Ok(None) => true,
            Err(_) => test_kill_process(*it).is_ok(),
        }
    });
}

#[cfg(target_os = "linux")]
fn become_subreaper() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    });
}

#[cfg(not(target_os = "linux"))]
fn become_subreaper() {}
