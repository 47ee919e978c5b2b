//! The sandbox: an engine may write in one directory only and has no TCP. The sandbox uses Landlock and resource
//! limits.
//!
//! A new thread restricts itself and then starts the engine, which inherits the restrictions. No code runs between fork
//! and exec, so the engine starts as fast as without a sandbox.

use std::{
    io,
    path::Path,
    process::{Child, Command},
    sync::OnceLock,
    thread,
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus,
};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::process_registry;
use crate::message::{Message, message};

/// The Landlock version of Linux 6.10; an older kernel enforces only the restrictions that it supports.
const LANDLOCK_VERSION: ABI = ABI::V5;

/// Devices that every program may write to.
const WRITABLE_DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// The maximum size of a file that an engine writes, in bytes.
const MAX_FILE_SIZE: u64 = 1 << 30;

/// Returns a description of the restrictions that the sandbox enforces on this system.
#[must_use]
pub fn sandbox_description() -> Message {
    static CACHED_DESCRIPTION: OnceLock<Message> = OnceLock::new();
    let description = CACHED_DESCRIPTION.get_or_init(|| {
        let tried = run_on_new_thread(|| restrict_thread(Path::new("/tmp")).map_err(io::Error::other));
        match tried {
            Ok(RulesetStatus::FullyEnforced) => {
                message!("sandbox_whole", "sandbox: the engine may write in a scratch directory only, and has no TCP")
            }
            Ok(RulesetStatus::PartiallyEnforced) => {
                message!("sandbox_with_network", "sandbox: the engine may write in a scratch directory only; this kernel cannot block the network")
            }
            Ok(RulesetStatus::NotEnforced) | Err(_) => {
                message!("sandbox_missing_in_kernel", "no sandbox: the engine may write files anywhere, because this kernel has no Landlock")
            }
        }
    });
    description.clone()
}

/// Starts an engine as the leader of a process group. The engine may write in `directory` only.
pub(super) fn start_sandboxed(command: &mut Command, directory: &Path) -> io::Result<Child> {
    // The watchdog is started before the restrictions, because it must not inherit them: it must see every process.
    process_registry::ensure_watchdog();
    let child = run_on_new_thread(|| {
        // An error is ignored here, because `sandbox_description` reports a kernel without
        // Landlock.
        let _ = restrict_thread(directory);
        process_registry::start_engine(command)
    })?;
    let pid = Pid::from_child(&child);
    for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, MAX_FILE_SIZE)] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let _ = prlimit(Some(pid), resource, limit);
    }
    Ok(child)
}

/// Runs `work` on a new thread and returns its result.
fn run_on_new_thread<T: Send>(work: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let done = scope.spawn(work).join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Permanently restricts the calling thread and all processes that this thread starts.
fn restrict_thread(directory: &Path) -> Result<RulesetStatus, RulesetError> {
    let write = AccessFs::from_write(LANDLOCK_VERSION);
    let mut rules = Ruleset::default()
        .handle_access(write)?
        .handle_access(AccessNet::from_all(LANDLOCK_VERSION))?
        .create()?;
    if let Ok(directory) = PathFd::new(directory) {
        rules = rules.add_rule(PathBeneath::new(directory, write))?;
    }
    for device in WRITABLE_DEVICES {
        if let Ok(device) = PathFd::new(device) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}
