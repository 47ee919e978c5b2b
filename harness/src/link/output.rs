//! The bounded queue of engine output that is not consumed yet.

use std::{collections::VecDeque, time::Duration};

use super::{Received, ReceivedKind, spec::Caps};
use crate::transcript::{
    End, Fact,
    lines::{Lines, Piece},
};

/// The minimum memory that a queued line uses, in bytes.
const LINE_COST: u64 = 128;

/// The queue of standard output and standard error, split into lines, in the order in which they were read.
#[derive(Debug)]
pub(super) struct Output {
    queue: VecDeque<Received>,
    out: Lines,
    err: Lines,
    caps: Caps,
    bytes: u64,
    lines: u64,
    full: bool,
}

/// Standard output or standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    Out,
    Err,
}

impl Output {
    pub(super) fn new(caps: Caps) -> Output {
        Output {
            queue: VecDeque::new(),
            out: Lines::new(caps.line),
            err: Lines::new(caps.line),
            caps,
            bytes: 0,
            lines: 0,
            full: false,
        }
    }

    /// Removes the oldest event from the queue and returns it.
    pub(super) fn next(&mut self) -> Option<Received> {
        self.queue.pop_front()
    }

    /// Adds bytes that were read at the time `at`. Returns false if the output exceeds its cap; then all later bytes
    /// are ignored.
    pub(super) fn push(&mut self, at: Duration, stream: Stream, bytes: &[u8]) -> bool {
        if self.full {
            return false;
        }
        self.bytes += bytes.len() as u64;
        let (lines, wrap) = match stream {
            Stream::Out => (
                &mut self.out,
                ReceivedKind::Line as fn(Vec<u8>) -> ReceivedKind,
            ),
            Stream::Err => (
                &mut self.err,
                ReceivedKind::Stderr as fn(Vec<u8>) -> ReceivedKind,
            ),
        };
        let (queue, count, cap) = (&mut self.queue, &mut self.lines, self.caps.line as u64);
        lines.push(bytes, |piece| {
            match piece {
                Piece::Line(line) => queue.push_back(Received {
                    at,
                    kind: wrap(line.to_vec()),
                }),
                Piece::Begin(bytes) => {
                    let kind = unended(stream, bytes.to_vec());
                    queue.push_back(Received { at, kind });
                    let kind = fact("truncated", size(cap));
                    queue.push_back(Received { at, kind });
                }
                // The rest of an overlong line is dropped.
                Piece::More(_) => return,
            }
            *count += 1;
        });
        let cost = self.bytes.max(self.lines.saturating_mul(LINE_COST));
        if cost > self.caps.output {
            self.full = true;
            self.end_stream(at, Stream::Out);
            self.end_stream(at, Stream::Err);
            self.report(at, fact("truncated", size(self.caps.output)));
        }
        !self.full
    }

    /// Handles the end of a stream: the last bytes without a newline become an event.
    pub(super) fn end_stream(&mut self, at: Duration, stream: Stream) {
        let lines = match stream {
            Stream::Out => &mut self.out,
            Stream::Err => &mut self.err,
        };
        if let Some(rest) = lines.partial_line() {
            self.report(at, unended(stream, rest));
        }
    }

    /// Adds the last bytes of both streams, and then the end of the engine.
    pub(super) fn end(&mut self, at: Duration, end: End) {
        self.end_stream(at, Stream::Out);
        self.end_stream(at, Stream::Err);
        self.report(at, ReceivedKind::End(end));
    }

    pub(super) fn report(&mut self, at: Duration, kind: ReceivedKind) {
        // The events in the queue are in the order of their times, so an event with an earlier time gets the time of
        // the last event in the queue.
        let at = self.queue.back().map_or(at, |it| at.max(it.at));
        self.queue.push_back(Received { at, kind });
    }
}

pub(super) fn fact(name: &str, value: String) -> ReceivedKind {
    ReceivedKind::Fact(Fact {
        name: name.to_owned(),
        value,
    })
}

fn unended(stream: Stream, bytes: Vec<u8>) -> ReceivedKind {
    match stream {
        Stream::Out => ReceivedKind::Unterminated(bytes),
        Stream::Err => ReceivedKind::Stderr(bytes),
    }
}

/// Formats a number of bytes with a unit, such as `64 MiB`.
pub(super) fn size(bytes: u64) -> String {
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
        let written = [64 << 20, 1 << 30, 3 << 10, 1000, 0].map(size);
        assert_eq!(written, ["64 MiB", "1 GiB", "3 KiB", "1000 B", "0 B"]);
    }

    #[test]
    fn many_short_lines_exceed_the_cap_before_their_bytes_do() {
        let caps = Caps {
            output: 1024,
            ..Caps::standard()
        };
        let mut output = Output::new(caps);
        assert!(output.push(Duration::ZERO, Stream::Out, b"y\ny\n"));
        assert!(!output.push(Duration::ZERO, Stream::Out, &b"y\n".repeat(7)));
        assert!(!output.push(Duration::ZERO, Stream::Out, b"more"));
        let last = std::iter::from_fn(|| output.next())
            .last()
            .map(|it| it.kind);
        assert_eq!(last, Some(fact("truncated", "1 KiB".to_owned())));
    }
}
