//! The process tree of an engine on Windows: its start, its end, and its memory and processor time.

use std::{
    io,
    os::windows::process::CommandExt as _,
    process::{Child, Command, Stdio},
};

use super::{
    ResourceUsage,
    engine_pipes::EnginePipes,
    engine_spec::EngineSpec,
    job_object::{self, EngineJob},
};
use crate::transcript::SessionEnd;

/// The flag with which an engine is started, so that Ctrl-C in the console of this process does not end the engine.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// The process of an engine, and the processes that it started.
pub(super) struct ProcessTree {
    child: Child,
    job: EngineJob,
}

/// Starts an engine with pipes on which reads and writes block.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
pub(super) fn spawn_with_blocking_pipes(
    spec: &EngineSpec,
) -> io::Result<(ProcessTree, EnginePipes)> {
    // The pipes that `Stdio::piped` makes are meant for overlapped I/O, which needs more system calls than blocking
    // I/O.
    let (engine_input, input) = io::pipe()?;
    let (stdout, engine_stdout) = io::pipe()?;
    let (stderr, engine_stderr) = io::pipe()?;
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.args)
        .envs(spec.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(engine_input))
        .stdout(Stdio::from(engine_stdout))
        .stderr(Stdio::from(engine_stderr))
        .creation_flags(CREATE_NEW_PROCESS_GROUP);
    if let Some(cwd) = &spec.cwd {
        command.current_dir(cwd);
    }
    job_object::tie_processes_to_this_process();
    let child = command.spawn()?;
    let job = EngineJob::for_engine(&child);
    let pipes = EnginePipes {
        input: Some(Box::new(input)),
        stdout: Some(Box::new(stdout)),
        stderr: Some(Box::new(stderr)),
    };
    // A reader sees the end of the engine's output only after this process has closed its own copies of the engine's
    // pipe ends.
    drop(command);
    Ok((ProcessTree { child, job }, pipes))
}

impl ProcessTree {
    /// Returns whether the engine's own process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills all processes, because Windows has no signal that asks a process to end.
    pub(super) fn terminate(&mut self) {
        self.kill();
    }

    /// Kills all processes.
    pub(super) fn kill(&mut self) {
        self.job.kill();
        let _ = self.child.kill();
    }

    /// Kills all processes, and returns how the engine's own process ended.
    pub(super) fn kill_and_reap(&mut self) -> SessionEnd {
        self.kill();
        let code = self.child.wait().ok().and_then(|it| it.code());
        code.map_or(SessionEnd::Killed, SessionEnd::Exit)
    }

    /// Returns the total memory and processor time of all processes, or `None` if the system does not report them.
    pub(super) fn resource_usage(&self) -> Option<ResourceUsage> {
        let usage = self.job.usage()?;
        Some(ResourceUsage {
            memory_kib: usage.private_kib,
            cpu_time: usage.processor_time,
        })
    }

    /// Returns the total memory of all processes in KiB, if it exceeds `cap`.
    pub(super) fn memory_if_above(&self, cap: u64) -> Option<u64> {
        let usage = self.job.usage()?;
        // Memory that was allocated but never used counts only as private memory, and shared memory counts only as
        // resident memory.
        Some(usage.private_kib.min(usage.resident_kib)).filter(|it| *it > cap)
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.kill_and_reap();
    }
}
