//! The bounded queue of engine output that is not consumed yet.

use std::{collections::VecDeque, time::Duration};

use super::{Received, ReceivedKind, engine_spec::SessionCaps};
use crate::transcript::{
    Fact, SessionEnd,
    lines::{LineSplitter, StreamPart},
};

/// The minimum memory that a queued line uses, in bytes.
const MIN_LINE_MEMORY: u64 = 128;

/// The queue of standard output and standard error, split into lines, in the order in which they were read.
#[derive(Debug)]
pub(super) struct OutputQueue {
    queue: VecDeque<Received>,
    stdout_splitter: LineSplitter,
    stderr_splitter: LineSplitter,
    caps: SessionCaps,
    stdout_volume: StreamVolume,
    stderr_volume: StreamVolume,
    cap_exceeded: bool,
}

/// The bytes and lines that a stream has sent so far, from which its memory use is computed.
#[derive(Clone, Copy, Debug, Default)]
struct StreamVolume {
    byte_count: u64,
    line_count: u64,
}

impl StreamVolume {
    fn memory_use(self) -> u64 {
        self.byte_count
            .max(self.line_count.saturating_mul(MIN_LINE_MEMORY))
    }
}

/// Standard output or standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputStream {
    Stdout,
    Stderr,
}

impl OutputQueue {
    pub(super) fn new(caps: SessionCaps) -> OutputQueue {
        OutputQueue {
            queue: VecDeque::new(),
            stdout_splitter: LineSplitter::new(caps.max_line_bytes),
            stderr_splitter: LineSplitter::new(caps.max_line_bytes),
            caps,
            stdout_volume: StreamVolume::default(),
            stderr_volume: StreamVolume::default(),
            cap_exceeded: false,
        }
    }

    /// Removes the oldest event from the queue and returns it.
    pub(super) fn next(&mut self) -> Option<Received> {
        self.queue.pop_front()
    }

    /// Adds bytes that were read at the time `at`. Returns false if standard output exceeds its cap; then all later
    /// output is ignored.
    ///
    /// No protocol limits standard error: its bytes beyond half of the output cap are dropped, and the session
    /// continues.
    pub(super) fn push(&mut self, at: Duration, stream: OutputStream, bytes: &[u8]) -> bool {
        if self.cap_exceeded {
            return false;
        }
        match stream {
            OutputStream::Stdout => {
                self.push_lines(at, stream, bytes);
                if self.stdout_volume.memory_use() > self.caps.max_output_bytes {
                    self.cap_exceeded = true;
                    self.close_stream(at, OutputStream::Stdout);
                    self.close_stream(at, OutputStream::Stderr);
                    self.push_event(
                        at,
                        fact_event("truncated", format_size(self.caps.max_output_bytes)),
                    );
                }
            }
            OutputStream::Stderr => {
                if self.stderr_volume.memory_use() <= self.caps.max_output_bytes / 2 {
                    self.push_lines(at, stream, bytes);
                }
            }
        }
        !self.cap_exceeded
    }

    /// Splits bytes into lines and adds the complete lines to the queue.
    fn push_lines(&mut self, at: Duration, stream: OutputStream, bytes: &[u8]) {
        let (lines, cost, wrap) = match stream {
            OutputStream::Stdout => (
                &mut self.stdout_splitter,
                &mut self.stdout_volume,
                ReceivedKind::Line as fn(Vec<u8>) -> ReceivedKind,
            ),
            OutputStream::Stderr => (
                &mut self.stderr_splitter,
                &mut self.stderr_volume,
                ReceivedKind::Stderr as fn(Vec<u8>) -> ReceivedKind,
            ),
        };
        cost.byte_count += bytes.len() as u64;
        let (queue, cap) = (&mut self.queue, self.caps.max_line_bytes as u64);
        lines.push(bytes, |piece| {
            match piece {
                StreamPart::WholeLine(line) => queue.push_back(Received {
                    at,
                    kind: wrap(line.to_vec()),
                }),
                StreamPart::FirstPart(bytes) => {
                    let kind = unterminated_bytes(stream, bytes.to_vec());
                    queue.push_back(Received { at, kind });
                    if stream == OutputStream::Stdout {
                        let size = format!("{} in one line", format_size(cap));
                        let kind = fact_event("truncated", size);
                        queue.push_back(Received { at, kind });
                    }
                }
                // The rest of an overlong line is dropped.
                StreamPart::LaterPart(_) => return,
            }
            cost.line_count += 1;
        });
    }

    /// Handles the end of a stream: the last bytes without a newline become an event.
    pub(super) fn close_stream(&mut self, at: Duration, stream: OutputStream) {
        let lines = match stream {
            OutputStream::Stdout => &mut self.stdout_splitter,
            OutputStream::Stderr => &mut self.stderr_splitter,
        };
        if let Some(rest) = lines.take_partial_line() {
            self.push_event(at, unterminated_bytes(stream, rest));
        }
    }

    /// Adds the last bytes of both streams to the queue, and then the event that the engine has
    /// ended.
    pub(super) fn push_end(&mut self, at: Duration, end: SessionEnd) {
        self.close_stream(at, OutputStream::Stdout);
        self.close_stream(at, OutputStream::Stderr);
        self.push_event(at, ReceivedKind::End(end));
    }

    pub(super) fn push_event(&mut self, at: Duration, kind: ReceivedKind) {
        // Times in the queue never decrease: an event with an earlier time gets the time of the
        // last event in the queue.
        let at = self.queue.back().map_or(at, |it| at.max(it.at));
        self.queue.push_back(Received { at, kind });
    }
}

pub(super) fn fact_event(name: &str, value: String) -> ReceivedKind {
    ReceivedKind::Fact(Fact {
        name: name.to_owned(),
        value,
    })
}

fn unterminated_bytes(stream: OutputStream, bytes: Vec<u8>) -> ReceivedKind {
    match stream {
        OutputStream::Stdout => ReceivedKind::Unterminated(bytes),
        OutputStream::Stderr => ReceivedKind::Stderr(bytes),
    }
}

/// Formats a number of bytes with a unit, such as `64 MiB`.
pub(super) fn format_size(bytes: u64) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] {
        if bytes >= 1 << shift && bytes.trailing_zeros() >= shift {
            return format!("{} {unit}", bytes >> shift);
        }
    }
    format!("{bytes} B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_largest_unit_that_fits() {
        let written = [64 << 20, 1 << 30, 3 << 10, 1000, 0].map(format_size);
        assert_eq!(written, ["64 MiB", "1 GiB", "3 KiB", "1000 B", "0 B"]);
    }

    #[test]
    fn many_short_lines_exceed_the_cap_before_their_bytes_do() {
        let caps = SessionCaps {
            max_output_bytes: 1024,
            ..SessionCaps::default_caps()
        };
        let mut output = OutputQueue::new(caps);
        assert!(output.push(Duration::ZERO, OutputStream::Stdout, b"y\ny\n"));
        assert!(!output.push(Duration::ZERO, OutputStream::Stdout, &b"y\n".repeat(7)));
        assert!(!output.push(Duration::ZERO, OutputStream::Stdout, b"more"));
        let last = std::iter::from_fn(|| output.next())
            .last()
            .map(|it| it.kind);
        assert_eq!(last, Some(fact_event("truncated", "1 KiB".to_owned())));
    }

    #[test]
    fn standard_error_beyond_its_cap_is_dropped() {
        let caps = SessionCaps {
            max_output_bytes: 1024,
            max_line_bytes: 100,
            ..SessionCaps::default_caps()
        };
        let mut output = OutputQueue::new(caps);
        for _ in 0..100 {
            assert!(output.push(Duration::ZERO, OutputStream::Stderr, &[b'x'; 200]));
            assert!(output.push(Duration::ZERO, OutputStream::Stderr, b"\ny\n"));
        }
        assert!(output.push(Duration::ZERO, OutputStream::Stdout, b"uciok\n"));
        let received: Vec<_> = std::iter::from_fn(|| output.next()).collect();
        assert!(received.len() < 20, "{}", received.len());
        let last = received.last().map(|it| it.kind.clone());
        assert_eq!(last, Some(ReceivedKind::Line(b"uciok".to_vec())));
        let is_fact = |it: &Received| matches!(it.kind, ReceivedKind::Fact(_));
        assert!(!received.iter().any(is_fact), "a limit accuses the engine");
    }
}
