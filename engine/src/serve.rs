//! Runs the protocol core on two streams: reads lines, writes answers, and starts searches.

use std::{
    fs,
    io::{self, BufRead, Read as _, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use crate::{
    protocol::{CoreAction, CoreJob, ProtocolCore, agi, gtp, ucci, uci},
    search::Search,
};

/// The maximum length of a line in bytes; the rest of a longer line is ignored.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The maximum number of queued events; if the queue is full, the reading thread waits.
const EVENT_QUEUE_CAPACITY: usize = 64;

/// The largest book file, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// An event for the engine, from the input thread or from a search.
enum Event<R> {
    Line(Vec<u8>),
    InputClosed,
    Report(R),
}

/// The protocols that the engine can speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// UCCI, for xiangqi.
    Ucci,
    /// UCI, for chess and xiangqi.
    Uci,
    /// GTP, for Go.
    Gtp,
    /// AGI, for gomoku and renju.
    Agi,
}

impl Protocol {
    pub const ALL: [Protocol; 4] = [Protocol::Ucci, Protocol::Uci, Protocol::Gtp, Protocol::Agi];

    /// The name of the protocol on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Ucci => "ucci",
            Protocol::Uci => "uci",
            Protocol::Gtp => "gtp",
            Protocol::Agi => "agi",
        }
    }

    pub fn from_name(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Runs the engine until `quit` or the end of `input`. At the end of `input`, a running search ends
/// without a result, unless queued commands wait for its result.
///
/// # Errors
/// Returns an error if writing to `output` fails, or if no search thread can be started. A broken
/// pipe is no error.
pub fn serve(
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    serve_streams(protocol, Box::new(input), &mut output)
}

/// Like [`serve`]. This function is not generic, so it is compiled in this crate only.
fn serve_streams(
    protocol: Protocol,
    input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
) -> io::Result<()> {
    match protocol {
        Protocol::Ucci => run(ucci::Engine::new(), input, output),
        Protocol::Uci => run(uci::Engine::new(), input, output),
        Protocol::Gtp => run(gtp::Engine::new(), input, output),
        Protocol::Agi => run(agi::Engine::new(), input, output),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the input is read beside the search, on the real clock"
)]
fn run<C: ProtocolCore>(
    engine: C,
    mut input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel(EVENT_QUEUE_CAPACITY);
    let lines = sender.clone();
    thread::spawn(move || {
        while let Ok(Some(line)) = read_line(&mut input) {
            if lines.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = lines.send(Event::InputClosed);
    });
    let server = Server {
        engine,
        search: None,
        sender,
        output,
    };
    match server.run(&events) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A protocol core with its running search and its output stream.
struct Server<'a, C: ProtocolCore> {
    engine: C,
    search: Option<Search>,
    sender: SyncSender<Event<ReportOf<C>>>,
    output: &'a mut dyn Write,
}

/// The type of the reports that a core handles.
type ReportOf<C> = <<C as ProtocolCore>::Job as CoreJob>::Report;

impl<C: ProtocolCore> Server<'_, C> {
    #[expect(clippy::disallowed_methods, reason = "the real clock is read here")]
    fn run(mut self, events: &Receiver<Event<ReportOf<C>>>) -> io::Result<()> {
        let started = Instant::now();
        let mut closed = false;
        let mut acts = Vec::new();
        while !self.engine.has_quit() {
            // After the end of the input, queued commands are still executed. If no commands are
            // queued, a running search ends without a result.
            if closed && !self.engine.has_executable_queue() {
                return Ok(());
            }
            let wake = self.engine.next_wakeup();
            let patience = wake.map(|at| at.saturating_sub(started.elapsed()));
            let event = events.recv_timeout(patience.unwrap_or(Duration::from_secs(3600)));
            let now = started.elapsed();
            match event {
                Ok(Event::Line(line)) => self.engine.handle_line(now, &line, &mut acts),
                Ok(Event::Report(report)) => self.engine.handle_report(now, report, &mut acts),
                Ok(Event::InputClosed) | Err(RecvTimeoutError::Disconnected) => closed = true,
                Err(RecvTimeoutError::Timeout) => (),
            }
            self.engine.check_clock(now, &mut acts);
            for act in acts.drain(..) {
                self.perform_action(act)?;
            }
            self.output.flush()?;
        }
        Ok(())
    }

    fn perform_action(&mut self, act: CoreAction<C::Job>) -> io::Result<()> {
        match act {
            CoreAction::SendLine(line) => {
                self.output.write_all(line.as_bytes())?;
                self.output.write_all(b"\n")
            }
            CoreAction::StopSearch => {
                self.search = None;
                Ok(())
            }
            CoreAction::StartSearch(job) => {
                let reports = self.sender.clone();
                let tell = move |it| reports.send(Event::Report(it)).is_ok();
                self.search = Some(job.start(tell)?);
                Ok(())
            }
            CoreAction::ReadFile(name) => {
                let content = read_file(&name).map_err(|it| it.to_string());
                self.engine.receive_file_content(&name, content);
                Ok(())
            }
        }
    }
}

fn read_file(name: &str) -> io::Result<Vec<u8>> {
    // Only regular files are read, because reading a pipe or a device could block for ever.
    if !fs::metadata(name)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut content = Vec::new();
    fs::File::open(name)?
        .take(MAX_FILE_BYTES)
        .read_to_end(&mut content)?;
    Ok(content)
}

/// A line without its newline; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ucci_answers_to(input: &str) -> Vec<String> {
        answers_in_protocol(Protocol::Ucci, input)
    }

    fn answers_in_protocol(protocol: Protocol, input: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(protocol, io::Cursor::new(input.to_owned()), &mut output).unwrap();
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
            ucci_answers_to("ucci\r\nisready\r\nquit\r\nisready\r\n"),
            ["ucciok", "readyok", "bye"]
        );
    }

    #[test]
    fn the_end_of_input_ends_the_engine_in_every_state() {
        assert_eq!(ucci_answers_to(""), [""; 0]);
        assert_eq!(ucci_answers_to("ucci\n"), ["ucciok"]);
        assert_eq!(ucci_answers_to("ucci\ngo infinite\n"), ["ucciok"]);
        let endless = "ucci\nsetoption batch true\ngo infinite\nisready\n";
        assert_eq!(ucci_answers_to(endless), ["ucciok"]);
    }

    #[test]
    fn uci_ends_with_quit_or_the_end_of_the_input_in_every_state() {
        let answers = |input| answers_in_protocol(Protocol::Uci, input);
        assert_eq!(answers(""), [""; 0]);
        let quit = "uci\r\nisready\r\nquit\r\nisready\r\n";
        assert_eq!(answers(quit), ["uciok", "readyok"]);
        assert_eq!(answers("uci\ngo infinite\n"), ["uciok"]);
        assert_eq!(answers("uci\ngo ponder\nquit"), ["uciok"]);
        let stopped = "uci\ngo infinite\nisready\nstop\nisready";
        let expected = ["uciok", "readyok", "bestmove", "readyok"];
        assert_eq!(answers(stopped), expected);
    }

    #[test]
    fn a_protocol_is_found_by_its_name() {
        assert_eq!(Protocol::from_name("uci"), Some(Protocol::Uci));
        assert_eq!(Protocol::from_name("ucci"), Some(Protocol::Ucci));
        assert_eq!(Protocol::from_name("UCI"), None);
    }

    #[test]
    fn a_batch_is_executed_to_its_end() {
        let batch = "ucci\nsetoption batch true\ngo depth 2\ngo depth 2\nstop\nquit\n";
        assert_eq!(
            ucci_answers_to(batch),
            ["ucciok", "bestmove", "bestmove", "nobestmove", "bye"]
        );
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_is_read() {
        let long = "x".repeat(3 << 20);
        assert_eq!(
            ucci_answers_to(&format!("ucci\n{long}\nisready\nquit")),
            ["ucciok", "readyok", "bye"]
        );
    }

    #[test]
    fn a_broken_pipe_is_no_error() {
        struct BrokenPipeWriter;
        impl Write for BrokenPipeWriter {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(serve(Protocol::Ucci, io::Cursor::new("ucci\n"), BrokenPipeWriter).is_ok());
    }
}
