//! Reads `/proc`: children, environment, state, memory and processor time of processes.

use std::{collections::BTreeSet, fs, time::Duration};

use rustix::{
    event::{Timespec, poll},
    process::Pid,
};

/// The maximum number of processes that `descendant_processes` visits, so that a fork bomb does not block the harness.
const MAX_VISITED_PROCESSES: usize = 10_000;

/// Returns the children of all threads of a process, or `None` if the kernel does not list children.
pub(super) fn child_processes(of: &str) -> Option<Vec<Pid>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{of}/task")).ok()?.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => found.extend(list.split_whitespace().filter_map(parse_pid)),
            // If a thread ended after the directory was read, its children now belong to another thread of the process.
            Err(_) if !thread.path().exists() => (),
            Err(_) => return None,
        }
    }
    Some(found)
}

/// Returns the processes in `roots` and all of their descendants.
pub(super) fn descendant_processes(roots: Vec<Pid>) -> Vec<Pid> {
    let mut seen: BTreeSet<i32> = roots.iter().map(|it| it.as_raw_pid()).collect();
    let mut all = roots;
    let mut place = 0;
    while place < all.len() && all.len() < MAX_VISITED_PROCESSES {
        let children = child_processes(&all[place].as_raw_pid().to_string());
        let new = children.unwrap_or_default().into_iter();
        all.extend(new.filter(|it| seen.insert(it.as_raw_pid())));
        place += 1;
    }
    all
}

/// Returns all processes of the system.
pub(super) fn all_processes() -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|it| parse_pid(it.file_name().to_str()?))
        .collect()
}

/// Returns the value of a variable in the environment that the process was started with. Returns `None` if the variable
/// is not set or the environment cannot be read.
pub(super) fn environment_variable(of: Pid, name: &str) -> Option<String> {
    let environment = fs::read(format!("/proc/{}/environ", of.as_raw_pid())).ok()?;
    let mut all = environment.split(|it| *it == 0);
    let value = all.find_map(|it| it.strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KernelProcessState {
    Running,
    /// The process has freed its memory and its environment, but still has its children.
    Ending,
    /// The process has ended, but is not reaped yet.
    Zombie,
}

/// Returns the fields of `/proc/PID/stat` from the third field on; the third field is the state of the process.
fn stat_fields(of: Pid) -> Option<Vec<String>> {
    let stat = fs::read(format!("/proc/{}/stat", of.as_raw_pid())).ok()?;
    // In `/proc/PID/stat`, the second field is the name of the process in parentheses, and the name itself may contain
    // parentheses.
    let after = stat.iter().rposition(|it| *it == b')')? + 1;
    let rest = String::from_utf8_lossy(&stat[after..]);
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// Returns the state and the process group of a process.
pub(super) fn process_state(process: Pid) -> Option<(KernelProcessState, i32)> {
    let fields = stat_fields(process)?;
    let [state, _parent, group, ..] = &fields[..] else {
        return None;
    };
    let state = match (state.as_str(), fields.get(20).map(String::as_str)) {
        ("Z" | "X", _) => KernelProcessState::Zombie,
        (_, Some("0")) => KernelProcessState::Ending,
        _ => KernelProcessState::Running,
    };
    Some((state, group.parse().ok()?))
}

pub(super) fn rss_kib(of: Pid) -> u64 {
    read_kib_field(of, "status", "VmRSS:").unwrap_or(0)
}

/// Returns the processor time that the process used so far, in user mode and in system mode.
pub(super) fn cpu_time(of: Pid) -> Duration {
    let (Some(fields), per_second) = (stat_fields(of), rustix::param::clock_ticks_per_second())
    else {
        return Duration::ZERO;
    };
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    let ticks = ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0);
    Duration::from_millis(ticks * 1000 / per_second.max(1))
}

/// Returns the proportional set size (PSS): shared memory is divided among the processes that share it.
pub(super) fn proportional_set_size_kib(of: Pid) -> Option<u64> {
    read_kib_field(of, "smaps_rollup", "Pss:")
}

fn read_kib_field(of: Pid, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/{file}", of.as_raw_pid())).ok()?;
    let value = text.lines().find_map(|it| it.strip_prefix(name))?;
    value.split_whitespace().next()?.parse().ok()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// Sleeps for a millisecond.
pub(super) fn sleep_one_millisecond() {
    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: 1_000_000,
    };
    let _ = poll(&mut [], Some(&moment));
}
