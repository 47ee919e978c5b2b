//! The marks that identify engine processes: each session has a mark in an environment variable,
//! which child processes inherit.

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
pub(super) const MARK_VARIABLE: &str = "PONDERHIT_SESSION";

/// Returns the prefix of every mark that this process creates.
pub(super) fn mark_prefix() -> &'static str {
    static CACHED_MARK_PREFIX: OnceLock<String> = OnceLock::new();
    CACHED_MARK_PREFIX.get_or_init(|| {
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}-{:x}.", std::process::id(), time.as_nanos())
    })
}

/// Creates a unique mark for a session.
pub(super) fn new_mark() -> String {
    static NEXT_MARK_NUMBER: AtomicU64 = AtomicU64::new(0);
    format!(
        "{}{}",
        mark_prefix(),
        NEXT_MARK_NUMBER.fetch_add(1, Ordering::Relaxed)
    )
}

/// Returns the value of [`MARK_VARIABLE`] for a process that belongs to the session with this mark.
pub(super) fn mark_variable_value(mark: &str) -> String {
    match env::var(MARK_VARIABLE) {
        Ok(outer) => format!("{outer},{mark}"),
        Err(_) => mark.to_owned(),
    }
}

/// Returns whether the process has a mark for which `fits` returns true.
pub(super) fn has_mark(process: Pid, fits: impl Fn(&str) -> bool) -> bool {
    let value = procfs::environment_variable(process, MARK_VARIABLE);
    value.is_some_and(|it| it.split(',').any(fits))
}
