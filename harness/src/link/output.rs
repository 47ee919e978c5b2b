//! What an engine put out and nobody has asked for yet, and how much of it there may be.

use std::{collections::VecDeque, time::Duration};

use super::{Heard, What, spec::Caps};
use crate::transcript::{
    End, Fact,
    lines::{Lines, Piece},
};

/// What it costs to keep a line, however short it is.
const LINE_COST: u64 = 128;

/// The two outputs of an engine, put into lines and in order.
#[derive(Debug)]
pub(super) struct Output {
    queue: VecDeque<Heard>,
    out: Lines,
    err: Lines,
    caps: Caps,
    bytes: u64,
    lines: u64,
    full: bool,
}

/// One of an engine's outputs.
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

    /// The oldest thing that nobody has asked for.
    pub(super) fn next(&mut self) -> Option<Heard> {
        self.queue.pop_front()
    }

    /// Takes bytes that were read at `at`. False once there were too many: then no more are taken.
    pub(super) fn hear(&mut self, at: Duration, stream: Stream, bytes: &[u8]) -> bool {
        if self.full {
            return false;
        }
        self.bytes += bytes.len() as u64;
        let (lines, wrap) = match stream {
            Stream::Out => (&mut self.out, What::Line as fn(Vec<u8>) -> What),
            Stream::Err => (&mut self.err, What::Stderr as fn(Vec<u8>) -> What),
        };
        let (queue, count, cap) = (&mut self.queue, &mut self.lines, self.caps.line as u64);
        lines.push(bytes, |piece| {
            match piece {
                Piece::Line(line) => queue.push_back(Heard {
                    at,
                    what: wrap(line.to_vec()),
                }),
                Piece::Begin(bytes) => {
                    let what = unended(stream, bytes.to_vec());
                    queue.push_back(Heard { at, what });
                    let what = fact("truncated", size(cap));
                    queue.push_back(Heard { at, what });
                }
                // The rest of a line that is too long is dropped.
                Piece::More(_) => return,
            }
            *count += 1;
        });
        let cost = self.bytes.max(self.lines.saturating_mul(LINE_COST));
        if cost > self.caps.output {
            self.full = true;
            self.rest(at, Stream::Out);
            self.rest(at, Stream::Err);
            self.tell(at, fact("truncated", size(self.caps.output)));
        }
        !self.full
    }

    /// Nothing more will come from `stream`.
    pub(super) fn rest(&mut self, at: Duration, stream: Stream) {
        let lines = match stream {
            Stream::Out => &mut self.out,
            Stream::Err => &mut self.err,
        };
        if let Some(rest) = lines.rest() {
            self.tell(at, unended(stream, rest));
        }
    }

    /// The engine is gone.
    pub(super) fn end(&mut self, at: Duration, end: End) {
        self.rest(at, Stream::Out);
        self.rest(at, Stream::Err);
        self.tell(at, What::End(end));
    }

    pub(super) fn tell(&mut self, at: Duration, what: What) {
        // The order is that of the stamps, also for what was found out a little later.
        let at = self.queue.back().map_or(at, |it| at.max(it.at));
        self.queue.push_back(Heard { at, what });
    }
}

pub(super) fn fact(name: &str, value: String) -> What {
    What::Fact(Fact {
        name: name.to_owned(),
        value,
    })
}

fn unended(stream: Stream, bytes: Vec<u8>) -> What {
    match stream {
        Stream::Out => What::Unterminated(bytes),
        Stream::Err => What::Stderr(bytes),
    }
}

/// A number of bytes as people write it: `64 MiB`.
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
    fn sizes_are_written_as_people_do() {
        let written = [64 << 20, 1 << 30, 3 << 10, 1000, 0].map(size);
        assert_eq!(written, ["64 MiB", "1 GiB", "3 KiB", "1000 B", "0 B"]);
    }

    #[test]
    fn many_short_lines_are_too_much_before_their_bytes_are() {
        let caps = Caps {
            output: 1024,
            ..Caps::usual()
        };
        let mut output = Output::new(caps);
        assert!(output.hear(Duration::ZERO, Stream::Out, b"y\ny\n"));
        assert!(!output.hear(Duration::ZERO, Stream::Out, &b"y\n".repeat(7)));
        assert!(!output.hear(Duration::ZERO, Stream::Out, b"more"));
        let told = std::iter::from_fn(|| output.next())
            .last()
            .map(|it| it.what);
        assert_eq!(told, Some(fact("truncated", "1 KiB".to_owned())));
    }
}
