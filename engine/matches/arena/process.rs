//! An engine process: sends lines, receives lines with timestamps, measures memory, and ends the
//! process reliably.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

/// A line with its time of arrival, measured by the reading thread.
#[derive(Debug)]
pub(crate) struct TimedLine {
    pub(crate) received_at: Instant,
    pub(crate) text: String,
}

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ReceiveError {
    /// No line arrived before the timeout.
    Timeout,
    /// The engine closed its output.
    OutputEnded,
}

/// The resident memory of a process, in kilobytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MemoryUsage {
    pub(crate) peak_rss: u64,
    pub(crate) current_rss: u64,
}

/// A running engine. Dropping a `Process` kills the engine process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<TimedLine>,
}

impl Process {
    /// Starts a program with arguments; `command` is split at blanks.
    pub(crate) fn start(command: &str) -> io::Result<Process> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::other(format!("`{program}`: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, lines) = channel();
        thread::spawn(move || forward_lines(output, &sender));
        Ok(Process {
            child,
            input,
            lines,
        })
    }

    /// Sends lines in one write.
    pub(crate) fn send(&mut self, lines: &str) -> io::Result<()> {
        self.input.write_all(format!("{lines}\n").as_bytes())
    }

    pub(crate) fn receive(&self, until: Instant) -> Result<TimedLine, ReceiveError> {
        let rest = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(rest).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReceiveError::Timeout,
            RecvTimeoutError::Disconnected => ReceiveError::OutputEnded,
        })
    }

    /// The peak and the current memory of the process; `None` on systems without `/proc`.
    pub(crate) fn memory_usage(&self) -> Option<MemoryUsage> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let mut lines = status.lines();
            let value = lines.find_map(|it| it.strip_prefix(name))?;
            value.split_whitespace().next()?.parse().ok()
        };
        Some(MemoryUsage {
            peak_rss: field("VmHWM:")?,
            current_rss: field("VmRSS:")?,
        })
    }

    /// Sends `quit`, waits up to a second, then kills the process.
    pub(crate) fn quit(mut self) {
        let until = Instant::now() + Duration::from_secs(1);
        if self.send("quit").is_ok() {
            while self.receive(until).is_ok() {}
        }
    }

    /// The exit status of a process whose output has ended.
    pub(crate) fn exit_status(&mut self) -> String {
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            thread::sleep(Duration::from_millis(10));
        }
        "its output was closed, but it did not end".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward_lines(output: ChildStdout, sender: &Sender<TimedLine>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while matches!(output.read_until(b'\n', &mut bytes), Ok(1..)) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        if sender
            .send(TimedLine {
                received_at: at,
                text,
            })
            .is_err()
        {
            return;
        }
    }
}
