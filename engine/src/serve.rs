//! Moves lines between the protocol core and two streams.

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use crate::protocol::ucci::Engine;

/// What is kept of a line; the rest is dropped.
const LINE: u64 = 1 << 20;

/// How many lines are read ahead; then the interface has to wait.
const AHEAD: usize = 64;

/// Plays UCCI until `quit` or the end of `input`, where it leaves without a word.
///
/// # Errors
/// If `output` fails for another reason than that nobody reads it any more.
#[expect(
    clippy::disallowed_methods,
    reason = "the input is read beside the search, on the real clock"
)]
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, lines) = sync_channel(AHEAD);
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
            Err(TryRecvError::Disconnected) => closed(engine),
        };
    }
    let patience = engine
        .wake_at()
        .map(|at| at.saturating_sub(started.elapsed()));
    match lines.recv_timeout(patience.unwrap_or(Duration::from_secs(3600))) {
        Ok(line) => Next::Line(line),
        Err(RecvTimeoutError::Timeout) => Next::Step,
        Err(RecvTimeoutError::Disconnected) => closed(engine),
    }
}

/// After the end of the input. What it says in batch mode is still answered, as if from a file;
/// any other thinking ends unheard.
fn closed(engine: &Engine) -> Next {
    match engine.has_commands() {
        true => Next::Step,
        false => Next::Closed,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(io::Cursor::new(input.to_owned()), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let results = output.lines().filter_map(|it| it.split(' ').next());
        results
            .filter(|it| !["id", "option", "info"].contains(it))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn quit_is_answered() {
        assert_eq!(
            answers("ucci\r\nisready\r\nquit\r\nisready\r\n"),
            ["ucciok", "readyok", "bye"]
        );
    }

    #[test]
    fn the_end_of_the_input_ends_it_in_every_state() {
        assert_eq!(answers(""), [""; 0]);
        assert_eq!(answers("ucci\n"), ["ucciok"]);
        assert_eq!(answers("ucci\ngo infinite\n"), ["ucciok"]);
        let endless = "ucci\nsetoption batch true\ngo infinite\nisready\n";
        assert_eq!(answers(endless), ["ucciok"]);
    }

    #[test]
    fn a_batch_is_played_to_its_end() {
        let batch = "ucci\nsetoption batch true\ngo depth 2\ngo depth 2\nstop\nquit\n";
        assert_eq!(
            answers(batch),
            ["ucciok", "bestmove", "bestmove", "nobestmove", "bye"]
        );
    }

    #[test]
    fn what_is_too_long_is_cut_and_the_next_line_is_read() {
        let long = "x".repeat(3 << 20);
        assert_eq!(
            answers(&format!("ucci\n{long}\nisready\nquit")),
            ["ucciok", "readyok", "bye"]
        );
    }

    #[test]
    fn an_output_that_nobody_reads_is_no_error() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(serve(io::Cursor::new("ucci\n"), Gone).is_ok());
    }
}
