//! The marks of engine processes: each session has a mark in an environment variable, which child processes inherit.

use std::{
    env,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use rustix::process::Pid;

use super::procfs;

/// The environment variable with the marks of all sessions that a process belongs to. A process can have several marks,
/// because an engine may itself be a harness that starts engines.
pub(super) const VARIABLE: &str = "PONDERHIT_SESSION";

/// Returns the prefix of every mark that this process creates.
pub(super) fn prefix() -> &'static str {
    static RUN: OnceLock<String> = OnceLock::new();
    RUN.get_or_init(|| {
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}-{:x}.", std::process::id(), time.as_nanos())
    })
}

/// Creates a unique mark for a session.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}", prefix(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Returns the value of [`VARIABLE`] for a process that belongs to the session with this mark.
pub(super) fn value(mark: &str) -> String {
    match env::var(VARIABLE) {
        Ok(outer) => format!("{outer},{mark}"),
        Err(_) => mark.to_owned(),
    }
}

/// Returns whether the process has a mark for which `fits` returns true.
pub(super) fn marked(process: Pid, fits: impl Fn(&str) -> bool) -> bool {
    let value = procfs::variable(process, VARIABLE);
    value.is_some_and(|it| it.split(',').any(fits))
}
