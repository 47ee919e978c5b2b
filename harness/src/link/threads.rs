//! An engine as a process on systems without `poll`: one thread for each of its pipes.
//!
//! Only the engine's own process is killed, not the processes that it started.

use std::{
    io::{self, Read, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{
        Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
    },
    thread,
    time::Duration,
};

use super::{
    Link, Received, ReceivedKind,
    clock::Stopwatch,
    output::{self, Output, Stream},
    spec::{Spec, StartError},
};
use crate::transcript::End;

/// The maximum number of queued writes for an engine that does not read its input.
const CAPACITY: usize = 4096;

/// How often to check whether the engine has ended.
const END_POLL: Duration = Duration::from_millis(2);

/// How long to read output after the engine has ended, if another process keeps the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_millis(100);

struct Process {
    clock: Stopwatch,
    child: Child,
    input: Option<SyncSender<Vec<u8>>>,
    pipes: Receiver<(Duration, Stream, Vec<u8>)>,
    output: Output,
    /// The number of outputs (standard output and standard error) that are still open.
    open: usize,
    gone: Option<Duration>,
    end_reported: bool,
    ended_by_us: bool,
}

/// Starts an engine.
pub(super) fn spawn(spec: &Spec) -> Result<Box<dyn Link>, StartError> {
    match start(spec) {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(StartError::new(spec, error)),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes and threads"
)]
fn start(spec: &Spec) -> io::Result<Process> {
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.args)
        .envs(spec.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(cwd) = &spec.cwd {
        command.current_dir(cwd);
    }
    let mut child = command.spawn()?;
    let clock = Stopwatch::start();
    let (pieces, pipes) = channel();
    let mut open = 0;
    if let Some(out) = child.stdout.take() {
        let pieces = pieces.clone();
        thread::spawn(move || read(out, Stream::Out, clock, &pieces));
        open += 1;
    }
    if let Some(err) = child.stderr.take() {
        thread::spawn(move || read(err, Stream::Err, clock, &pieces));
        open += 1;
    }
    let input = child.stdin.take().map(|stdin| {
        let (input, commands) = sync_channel(CAPACITY);
        thread::spawn(move || write(stdin, &commands));
        input
    });
    Ok(Process {
        clock,
        child,
        input,
        pipes,
        output: Output::new(spec.caps),
        open,
        gone: None,
        end_reported: false,
        ended_by_us: false,
    })
}

/// Reads a pipe to its end and sends each piece to the link; an empty piece marks the end.
fn read(
    mut pipe: impl Read,
    stream: Stream,
    clock: Stopwatch,
    pieces: &Sender<(Duration, Stream, Vec<u8>)>,
) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = match pipe.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.unwrap_or(0),
        };
        let piece = (clock.elapsed(), stream, buffer[..length].to_vec());
        if pieces.send(piece).is_err() || length == 0 {
            return;
        }
    }
}

fn write(mut stdin: ChildStdin, commands: &Receiver<Vec<u8>>) {
    for bytes in commands {
        if stdin.write_all(&bytes).is_err() || stdin.flush().is_err() {
            return;
        }
    }
}

impl Link for Process {
    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) {
        let Some(input) = &self.input else {
            return;
        };
        match input.try_send(bytes.to_vec()) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => (),
            Err(TrySendError::Full(_)) => {
                self.input = None;
                let unread = output::fact("unread", format!("{CAPACITY} writes"));
                self.output.report(self.clock.elapsed(), unread);
            }
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Received {
        loop {
            if let Some(received) = self.output.next() {
                return received;
            }
            let now = self.clock.elapsed();
            let timeout = until.saturating_sub(now).min(END_POLL);
            match self.pipes.recv_timeout(timeout) {
                _ if self.end_reported => (),
                Ok((at, stream, bytes)) => self.take(at, stream, &bytes),
                Err(RecvTimeoutError::Timeout) => (),
                // All pipes are closed, so this loop only waits for the end of the process.
                Err(RecvTimeoutError::Disconnected) => thread::park_timeout(timeout),
            }
            self.check_end();
            if self.end_reported || self.clock.elapsed() >= until {
                return self.output.next().unwrap_or_else(|| Received {
                    at: self.clock.elapsed(),
                    kind: ReceivedKind::Nothing,
                });
            }
        }
    }

    fn lateness(&mut self) -> Option<Duration> {
        // The delay of the engine cannot be measured on these systems, and the harness's own delay is only the smaller
        // part.
        None
    }

    fn terminate(&mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        if self.gone.is_none() {
            self.ended_by_us = true;
            let _ = self.child.kill();
        }
    }
}

impl Process {
    fn take(&mut self, at: Duration, stream: Stream, bytes: &[u8]) {
        if bytes.is_empty() {
            self.open -= 1;
            self.output.end_stream(at, stream);
            if stream == Stream::Out && self.gone.is_none() {
                self.output.report(at, ReceivedKind::Eof);
            }
        } else if !self.output.push(at, stream, bytes) {
            self.kill();
        }
    }

    /// Reports the end of the engine, if its process has ended and no more output is expected.
    fn check_end(&mut self) {
        let Ok(Some(status)) = self.child.try_wait() else {
            return;
        };
        let now = self.clock.elapsed();
        let gone = *self.gone.get_or_insert(now);
        if !self.end_reported && (self.open == 0 || self.ended_by_us || now >= gone + OUTPUT_GRACE)
        {
            self.end_reported = true;
            let end = match status.code() {
                Some(code) if !self.ended_by_us => End::Exit(code),
                _ => End::Killed,
            };
            self.output.end(gone, end);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
