//! Engines that may write in one directory only, and speak to nobody: Landlock, and limits set from outside.
//!
//! A thread that has given up its own rights starts the engine, which inherits what is left of them.
//! So nothing has to be done between fork and exec, and the start is as fast as any other.

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

use super::family;

/// What there was in Linux 6.10; an older kernel does what it can.
const KNOWN: ABI = ABI::V5;

/// What everybody writes to.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// No file of an engine grows beyond this.
const FILE: u64 = 1 << 30;

/// What keeps a confined engine from doing harm here, in words.
#[must_use]
pub fn what_holds() -> &'static str {
    static HOLDS: OnceLock<&str> = OnceLock::new();
    HOLDS.get_or_init(|| {
        let tried = apart(|| restrict(Path::new("/tmp")).map_err(io::Error::other));
        match tried {
            Ok(RulesetStatus::FullyEnforced) => {
                "the engine may write in a scratch directory only, and has no TCP"
            }
            Ok(RulesetStatus::PartiallyEnforced) => {
                "the engine may write in a scratch directory only; this kernel does not keep it from the network"
            }
            Ok(RulesetStatus::NotEnforced) | Err(_) => {
                "nothing keeps the engine from writing files elsewhere: this kernel has no Landlock"
            }
        }
    })
}

/// Starts the leader of a group, which may write in this directory only.
pub(super) fn start(command: &mut Command, directory: &Path) -> io::Result<Child> {
    // The guard must see every process, so it is not to inherit any of this.
    family::prepare();
    let child = apart(|| {
        // Where the kernel has nothing to offer, `what_holds` tells.
        let _ = restrict(directory);
        family::start(command)
    })?;
    let pid = Pid::from_child(&child);
    for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, FILE)] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let _ = prlimit(Some(pid), resource, limit);
    }
    Ok(child)
}

/// Does it on a thread of its own.
fn apart<T: Send>(work: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let done = scope.spawn(work).join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Gives up the calling thread's rights, and those of whatever it starts, for good.
fn restrict(directory: &Path) -> Result<RulesetStatus, RulesetError> {
    let write = AccessFs::from_write(KNOWN);
    let mut rules = Ruleset::default()
        .handle_access(write)?
        .handle_access(AccessNet::from_all(KNOWN))?
        .create()?;
    if let Ok(directory) = PathFd::new(directory) {
        rules = rules.add_rule(PathBeneath::new(directory, write))?;
    }
    for device in DEVICES {
        if let Ok(device) = PathFd::new(device) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}
