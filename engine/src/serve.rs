//! Moves lines between the protocol core and two streams.

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel},
    thread,
    time::{Duration, Instant},
};

use crate::protocol::ucci::Engine;

/// What is kept of a line; the rest is dropped.
const LINE: u64 = 1 << 20;

/// Plays UCCI until `quit` or the end of `input`.
///
/// # Errors
/// If `output` fails for another reason than that nobody reads it any more.
#[expect(
    clippy::disallowed_methods,
    reason = "the input is read beside the search, on the real clock"
)]
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        let mut input = input;
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    match run(&lines, output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

#[expect(clippy::disallowed_methods, reason = "the real clock is read here")]
fn run(lines: &Receiver<Vec<u8>>, mut output: impl Write) -> io::Result<()> {
    let started = Instant::now();
    let mut engine = Engine::new();
    let mut out = Vec::new();
    while !engine.is_over() {
        match next(lines, &engine, started) {
            Next::Line(line) => engine.line(started.elapsed(), &line, &mut out),
            Next::Step => engine.step(started.elapsed(), &mut out),
            Next::Closed => return Ok(()),
        }
        if !out.is_empty() {
            for line in out.drain(..) {
                output.write_all(line.as_bytes())?;
                output.write_all(b"\n")?;
            }
            output.flush()?;
        }
    }
    Ok(())
}

enum Next {
    Line(Vec<u8>),
    Step,
    Closed,
}

/// A line if there is one; else it is time to search, or to wait.
fn next(lines: &Receiver<Vec<u8>>, engine: &Engine, started: Instant) -> Next {
    if engine.wants_step() {
        return match lines.try_recv() {
            Ok(line) => Next::Line(line),
            Err(TryRecvError::Empty) => Next::Step,
            Err(TryRecvError::Disconnected) => Next::Closed,
        };
    }
    let patience = engine
        .wake_at()
        .map(|at| at.saturating_sub(started.elapsed()));
    match lines.recv_timeout(patience.unwrap_or(Duration::from_secs(3600))) {
        Ok(line) => Next::Line(line),
        Err(RecvTimeoutError::Timeout) => Next::Step,
        Err(RecvTimeoutError::Disconnected) => Next::Closed,
    }
}

/// A line without its newline; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.take(LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
