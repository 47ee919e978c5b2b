//! An engine as a process on systems without `poll`: one thread for each of its three pipes.
//!
//! On Windows the engine has a job object, so that the processes that it started are killed with it.

use std::{
    io::{self, Read, Write as _},
    os::windows::process::CommandExt as _,
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
    engine_spec::{EngineSpec, StartError},
    interrupt,
    job_object::{self, EngineJob},
    output::{self, OutputQueue, OutputStream},
};
use crate::transcript::SessionEnd;

/// The maximum number of queued writes for an engine that does not read its input.
const MAX_QUEUED_WRITES: usize = 4096;

/// How often to check whether the engine has ended.
const END_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long to read output after the engine has ended, if another process keeps the pipe open.
const OUTPUT_GRACE_TIME: Duration = Duration::from_millis(100);

/// A flag for the start of a process: Ctrl-C in the console of this process does not end the engine.
pub(super) const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

struct ProcessLink {
    clock: Stopwatch,
    child: Child,
    job: EngineJob,
    input: Option<SyncSender<Vec<u8>>>,
    piece_receiver: Receiver<(Duration, OutputStream, Vec<u8>)>,
    output_queue: OutputQueue,
    /// The number of outputs (standard output and standard error) that are still open.
    open_outputs: usize,
    ended_at: Option<Duration>,
    end_reported: bool,
    ended_by_harness: bool,
}

/// Starts an engine.
pub(super) fn spawn(spec: &EngineSpec) -> Result<Box<dyn Link>, StartError> {
    match start_process(spec) {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(StartError::new(spec, error)),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start processes and threads"
)]
fn start_process(spec: &EngineSpec) -> io::Result<ProcessLink> {
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
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    job_object::tie_processes_to_this_process();
    let mut child = command.spawn()?;
    let job = EngineJob::for_engine(&child);
    let clock = Stopwatch::start();
    let (pieces, piece_receiver) = channel();
    let mut open = 0;
    if let Some(out) = child.stdout.take() {
        let pieces = pieces.clone();
        thread::spawn(move || read_pipe(out, OutputStream::Stdout, clock, &pieces));
        open += 1;
    }
    if let Some(err) = child.stderr.take() {
        thread::spawn(move || read_pipe(err, OutputStream::Stderr, clock, &pieces));
        open += 1;
    }
    let input = child.stdin.take().map(|stdin| {
        let (input, commands) = sync_channel(MAX_QUEUED_WRITES);
        thread::spawn(move || write_pipe(stdin, &commands));
        input
    });
    Ok(ProcessLink {
        clock,
        child,
        job,
        input,
        piece_receiver,
        output_queue: OutputQueue::new(spec.caps),
        open_outputs: open,
        ended_at: None,
        end_reported: false,
        ended_by_harness: false,
    })
}

/// Reads a pipe to its end and sends each piece to the link; an empty piece marks the end.
fn read_pipe(
    mut pipe: impl Read,
    stream: OutputStream,
    clock: Stopwatch,
    pieces: &Sender<(Duration, OutputStream, Vec<u8>)>,
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

fn write_pipe(mut stdin: ChildStdin, commands: &Receiver<Vec<u8>>) {
    for bytes in commands {
        if stdin.write_all(&bytes).is_err() || stdin.flush().is_err() {
            return;
        }
    }
}

impl Link for ProcessLink {
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
                let unread = output::fact_event("unread", format!("{MAX_QUEUED_WRITES} writes"));
                self.output_queue.push_event(self.clock.elapsed(), unread);
            }
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Received {
        loop {
            if let Some(received) = self.output_queue.next() {
                return received;
            }
            let now = self.clock.elapsed();
            // After an interrupt, only an engine that is being ended is waited for.
            if interrupt::was_interrupted() && !self.ended_by_harness {
                return Received {
                    at: now,
                    kind: ReceivedKind::Timeout,
                };
            }
            let timeout = until.saturating_sub(now).min(END_POLL_INTERVAL);
            match self.piece_receiver.recv_timeout(timeout) {
                _ if self.end_reported => (),
                Ok((at, stream, bytes)) => self.take_piece(at, stream, &bytes),
                Err(RecvTimeoutError::Timeout) => (),
                // Both output pipes are closed, so this loop only waits for the end of the process.
                Err(RecvTimeoutError::Disconnected) => thread::park_timeout(timeout),
            }
            self.report_end();
            if self.end_reported || self.clock.elapsed() >= until {
                return self.output_queue.next().unwrap_or_else(|| Received {
                    at: self.clock.elapsed(),
                    kind: ReceivedKind::Timeout,
                });
            }
        }
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        // Without `poll`, the system does not report how long the engine waited for a processor.
        None
    }

    fn terminate(&mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        if self.ended_at.is_none() {
            self.ended_by_harness = true;
            self.kill_processes();
        }
    }
}

impl ProcessLink {
    fn take_piece(&mut self, at: Duration, stream: OutputStream, bytes: &[u8]) {
        if bytes.is_empty() {
            self.open_outputs -= 1;
            self.output_queue.close_stream(at, stream);
            if stream == OutputStream::Stdout && self.ended_at.is_none() {
                self.output_queue.push_event(at, ReceivedKind::Eof);
            }
        } else if !self.output_queue.push(at, stream, bytes) {
            self.kill();
        }
    }

    /// Kills the engine and the processes that it started.
    fn kill_processes(&mut self) {
        self.job.kill();
        let _ = self.child.kill();
    }

    /// Reports the end of the engine, if its process has ended and no more output is expected.
    fn report_end(&mut self) {
        let Ok(Some(status)) = self.child.try_wait() else {
            return;
        };
        let now = self.clock.elapsed();
        let gone = *self.ended_at.get_or_insert(now);
        if !self.end_reported
            && (self.open_outputs == 0 || self.ended_by_harness || now >= gone + OUTPUT_GRACE_TIME)
        {
            self.end_reported = true;
            self.job.kill();
            let end = match status.code() {
                Some(code) if !self.ended_by_harness => SessionEnd::Exit(code),
                _ => SessionEnd::Killed,
            };
            self.output_queue.push_end(gone, end);
        }
    }
}

impl Drop for ProcessLink {
    fn drop(&mut self) {
        self.kill_processes();
        let _ = self.child.wait();
    }
}
