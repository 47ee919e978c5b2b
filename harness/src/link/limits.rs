//! The states of an engine's process, and the times and limits that both links to a process share.

use std::time::Duration;

/// How long to read output after the engine has ended, if another process keeps the pipe open.
pub(super) const OUTPUT_GRACE_TIME: Duration = Duration::from_millis(100);

/// The time between two checks of the engine's memory.
const MEMORY_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The pause between two checks of the engine's memory is at least this factor times the duration of the last check. A
/// check of the memory is slow if both of these are true: the system has many processes, and ponderhit is not the
/// parent of the engine's orphans.
const MEMORY_CHECK_PAUSE_FACTOR: u32 = 20;

/// How often to check whether the engine has ended, if no system call can wait for both the end of a process and its
/// pipes.
pub(super) const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The maximum number of bytes that are queued for an engine that does not read its input.
pub(super) const MAX_QUEUED_BYTES: usize = 64 << 20;

/// The state of the engine's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProcessState {
    Alive,
    /// The time when the engine's process ended. Processes that the engine started may still write to the output pipes.
    Ended(Duration),
    /// The link has reported the end of the process to its caller.
    EndReported,
}

/// Returns the pause after a check of the engine's memory; `duration` is how long the check took.
pub(super) fn memory_check_pause(duration: Duration) -> Duration {
    MEMORY_CHECK_INTERVAL.max(duration * MEMORY_CHECK_PAUSE_FACTOR)
}
