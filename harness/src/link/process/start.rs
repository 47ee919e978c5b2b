//! Starts an engine with pipes, in its own process group, and with a mark in its environment.

use std::{
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

use super::{BUFFER, Process, State, delays::Delays, inbox::Inbox, tree::Tree};
use crate::link::{
    Link,
    clock::Stopwatch,
    marks,
    output::Output,
    registry, sandbox,
    spec::{Spec, StartError},
};

/// Starts an engine.
pub(in crate::link) fn spawn(spec: &Spec) -> Result<Box<dyn Link>, StartError> {
    match start(spec) {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(StartError::new(spec, error)),
    }
}

/// Starts an engine for the proxy, and returns its input and output. The engine inherits standard error.
pub(in crate::link) fn spawn_for_proxy(spec: &Spec) -> io::Result<(Tree, OwnedFd, OwnedFd)> {
    let mark = marks::new_mark();
    let mut command = command(spec, &mark);
    let mut child = registry::start(command.stderr(Stdio::inherit()))?;
    let (input, out, _) = pipes(&mut child);
    let tree = Tree::new(child, mark);
    match (input, out) {
        (Some(input), Some(out)) => Ok((tree, input, out)),
        _ => Err(io::Error::other("the engine has no pipes")),
    }
}

fn start(spec: &Spec) -> io::Result<Process> {
    let mark = marks::new_mark();
    let mut command = command(spec, &mark);
    let mut child = match &spec.sandbox_dir {
        Some(directory) => sandbox::start(&mut command, directory)?,
        None => registry::start(&mut command)?,
    };
    let clock = Stopwatch::start();
    let (input, out, err) = pipes(&mut child);
    // After this line, dropping the tree kills the engine.
    let tree = Tree::new(child, mark);
    for pipe in [&input, &out, &err].into_iter().flatten() {
        fcntl_setfl(pipe.as_fd(), OFlags::NONBLOCK)?;
    }
    Ok(Process {
        clock,
        tree,
        inbox: Inbox::new(input),
        out,
        err,
        output: Output::new(spec.caps),
        buffer: vec![0; BUFFER].into_boxed_slice(),
        caps: spec.caps,
        state: State::Alive,
        ended_by_us: false,
        drained_to: Duration::ZERO,
        last_until: None,
        memory_due: Duration::ZERO,
        oversleep: Duration::ZERO,
        delays: Delays::now(),
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes"
)]
fn command(spec: &Spec, mark: &str) -> Command {
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
        .env(marks::VARIABLE, marks::value(mark))
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

fn pipes(child: &mut Child) -> (Option<OwnedFd>, Option<OwnedFd>, Option<OwnedFd>) {
    (
        child.stdin.take().map(OwnedFd::from),
        child.stdout.take().map(OwnedFd::from),
        child.stderr.take().map(OwnedFd::from),
    )
}
