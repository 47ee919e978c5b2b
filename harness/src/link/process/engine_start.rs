//! Starts an engine with pipes, in its own process group, and with a mark in its environment.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::process::CommandExt as _,
    },
    path::{self, Path},
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::fs::{OFlags, fcntl_setfl};

use super::{
    ProcessLink, READ_BUFFER_SIZE, input_queue::InputQueue, process_tree::ProcessTree,
    run_queue_delays::RunQueueDelays,
};
use crate::link::{
    Link,
    clock::Stopwatch,
    engine_pipes::EnginePipes,
    engine_spec::{EngineSpec, StartError},
    limits::ProcessState,
    output::OutputQueue,
    process_registry, sandbox, session_marks,
};

/// Starts an engine.
pub(in crate::link) fn spawn(spec: &EngineSpec) -> Result<Box<dyn Link>, StartError> {
    match start_process(spec) {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(StartError::new(spec, error)),
    }
}

/// Starts an engine for the proxy, and returns its input and output. The engine inherits the standard error of this
/// process.
pub(in crate::link) fn spawn_for_proxy(
    spec: &EngineSpec,
) -> io::Result<(ProcessTree, OwnedFd, OwnedFd)> {
    let mark = session_marks::new_mark();
    let mut command = build_command(spec, &mark);
    let mut child = process_registry::start_engine(command.stderr(Stdio::inherit()))?;
    let (input, out, _) = take_pipes(&mut child);
    let tree = ProcessTree::new(child, mark);
    match (input, out) {
        (Some(input), Some(out)) => Ok((tree, input, out)),
        _ => Err(io::Error::other("the engine has no pipes")),
    }
}

/// Starts an engine with pipes on which reads and writes block.
pub(in crate::link) fn spawn_with_blocking_pipes(
    spec: &EngineSpec,
) -> io::Result<(ProcessTree, EnginePipes)> {
    let (mut child, mark) = start_child(spec)?;
    let (input, stdout, stderr) = take_pipes(&mut child);
    let pipes = EnginePipes {
        input: input.map(|it| Box::new(File::from(it)) as _),
        stdout: stdout.map(|it| Box::new(File::from(it)) as _),
        stderr: stderr.map(|it| Box::new(File::from(it)) as _),
    };
    Ok((ProcessTree::new(child, mark), pipes))
}

/// Starts the engine's own process, and returns the process and its session mark.
fn start_child(spec: &EngineSpec) -> io::Result<(Child, String)> {
    let mark = session_marks::new_mark();
    let mut command = build_command(spec, &mark);
    let child = match &spec.sandbox_dir {
        Some(directory) => sandbox::start_sandboxed(&mut command, directory)?,
        None => process_registry::start_engine(&mut command)?,
    };
    Ok((child, mark))
}

fn start_process(spec: &EngineSpec) -> io::Result<ProcessLink> {
    let (mut child, mark) = start_child(spec)?;
    let clock = Stopwatch::start();
    let (input, out, err) = take_pipes(&mut child);
    // From here on, dropping the process tree kills the engine.
    let tree = ProcessTree::new(child, mark);
    for pipe in [&input, &out, &err].into_iter().flatten() {
        fcntl_setfl(pipe.as_fd(), OFlags::NONBLOCK)?;
    }
    Ok(ProcessLink {
        clock,
        tree,
        input_queue: InputQueue::new(input),
        stdout_pipe: out,
        stderr_pipe: err,
        output_queue: OutputQueue::new(spec.caps),
        buffer: vec![0; READ_BUFFER_SIZE].into_boxed_slice(),
        caps: spec.caps,
        state: ProcessState::Alive,
        ended_by_harness: false,
        output_read_up_to: Duration::ZERO,
        last_wait_deadline: None,
        next_memory_check: Duration::ZERO,
        largest_oversleep: Duration::ZERO,
        delays: RunQueueDelays::measure_at_engine_start(),
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn build_command(spec: &EngineSpec, mark: &str) -> Command {
    let program = Path::new(&spec.program);
    // A path with a directory is relative to the working directory of the harness, not to that of the engine.
    let absolute = match program.components().count() {
        0 | 1 => None,
        _ => path::absolute(program).ok(),
    };
    let mut command = Command::new(absolute.as_deref().unwrap_or(program));
    command
        .args(&spec.args)
        .envs(spec.env.iter().map(|(name, value)| (name, value)))
        .env(
            session_marks::MARK_VARIABLE,
            session_marks::mark_variable_value(mark),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(cwd) = &spec.cwd {
        command.current_dir(cwd);
    }
    // `argv[0]` is the name that the user wrote, because some engines print this name or choose their mode by it.
    command.arg0(&spec.program);
    command
}

fn take_pipes(child: &mut Child) -> (Option<OwnedFd>, Option<OwnedFd>, Option<OwnedFd>) {
    (
        child.stdin.take().map(OwnedFd::from),
        child.stdout.take().map(OwnedFd::from),
        child.stderr.take().map(OwnedFd::from),
    )
}
