//! Events to whole lines: chunks are put together, and one chunk may hold many lines.

use std::ops::Range;

use crate::{
    rule::Culprit,
    transcript::{At, End, Event, EventKind, Speaker},
};

/// A whole line of one side.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) at: At,
    pub(super) speaker: Speaker,
    pub(super) bytes: Vec<u8>,
    /// Where it begins within its event's bytes.
    pub(super) offset: usize,
    /// What of it came in earlier events.
    pub(super) earlier: Earlier,
    /// It came in several pieces, or together with others in one.
    pub(super) chunked: bool,
    /// No newline ended it, but the end of the output.
    pub(super) unended: bool,
}

/// The bytes of a line that came before its last event.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    /// How many they are.
    length: usize,
    /// Where they stand, as far as their segment is not judged yet: the event, the place in it, and how many.
    pieces: Vec<(At, usize, usize)>,
}

impl Earlier {
    /// Points at a part of the line, where it begins: only one event can be pointed at. `at` and `offset` are of
    /// the last event.
    pub(super) fn point(&self, span: Range<usize>, at: At, offset: usize) -> Culprit {
        let mut begins = self.length - self.pieces.iter().map(|it| it.2).sum::<usize>();
        for (at, offset, length) in &self.pieces {
            if (begins..begins + length).contains(&span.start) {
                let (start, end) = (span.start - begins, (span.end - begins).min(*length));
                return Culprit {
                    at: *at,
                    span: Some(start + offset..end + offset),
                };
            }
            begins += length;
        }
        let start = span.start.saturating_sub(self.length);
        let end = span.end.saturating_sub(self.length).max(start + 1);
        Culprit {
            at,
            span: Some(start + offset..end + offset),
        }
    }

    /// Where a byte of the last event stands in the line.
    pub(super) fn place(&self, byte: usize, offset: usize) -> Option<usize> {
        Some(byte.checked_sub(offset)? + self.length)
    }

    fn add(&mut self, at: At, offset: usize, length: usize) {
        self.length += length;
        self.pieces.push((at, offset, length));
    }
}

/// Puts lines together. Holds at most one unfinished line a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    interface: Vec<u8>,
    engine: Vec<u8>,
    /// Where the pieces of each side's unfinished line stand.
    of_engine: Earlier,
    of_interface: Earlier,
}

impl Assembler {
    /// The lines that `event` completes.
    pub(super) fn take(&mut self, at: At, event: &Event) -> Vec<Line> {
        match &event.kind {
            EventKind::Line(speaker, bytes) => {
                let (held, earlier) = self.take_held(*speaker);
                let bytes = [held, bytes.clone()].concat();
                vec![Line {
                    at,
                    speaker: *speaker,
                    bytes,
                    offset: 0,
                    earlier,
                    chunked: false,
                    unended: false,
                }]
            }
            EventKind::Chunk(speaker, bytes) => self.chunk(at, *speaker, bytes),
            // A line that is too long was cut there, and nothing more will end it.
            EventKind::Fact(fact) if fact.name == "truncated" => self.flush(),
            // A record that was cut off may have been cut in the middle of a line.
            EventKind::End(End::Cut) => Vec::new(),
            EventKind::End(_) => self.flush(),
            _ => Vec::new(),
        }
    }

    fn chunk(&mut self, at: At, speaker: Speaker, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut offset = 0;
        let several = bytes.iter().filter(|it| **it == b'\n').count() > 1;
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                None => {
                    let (held, earlier) = self.held(speaker);
                    held.extend_from_slice(piece);
                    earlier.add(at, offset, piece.len());
                }
                Some(rest) => {
                    let (held, earlier) = self.take_held(speaker);
                    let chunked = several || !held.is_empty();
                    let bytes = [held, rest.to_vec()].concat();
                    lines.push(Line {
                        at,
                        speaker,
                        bytes,
                        offset,
                        earlier,
                        chunked,
                        unended: false,
                    });
                }
            }
            offset += piece.len();
        }
        lines
    }

    /// What no newline ended; the interface's half line never reached the engine as a line.
    fn flush(&mut self) -> Vec<Line> {
        self.take_held(Speaker::Interface);
        let speaker = Speaker::Engine;
        let (bytes, mut earlier) = self.take_held(speaker);
        // The last piece is where the line stands.
        let Some((at, offset, length)) = earlier.pieces.pop() else {
            return Vec::new();
        };
        earlier.length -= length;
        let line = Line {
            at,
            speaker,
            bytes,
            offset,
            earlier,
            chunked: true,
            unended: true,
        };
        (!line.bytes.is_empty())
            .then_some(line)
            .into_iter()
            .collect()
    }

    /// All events up to now are judged: what of an unfinished line stands in them is not pointed at any more.
    pub(super) fn settle(&mut self) {
        for earlier in [&mut self.of_engine, &mut self.of_interface] {
            let last = earlier.pieces.len().saturating_sub(1);
            earlier.pieces.drain(..last);
        }
    }

    /// What the interface sent since its last newline, and where the last piece of it stands.
    pub(super) fn half_line(&self) -> Option<(Culprit, &[u8])> {
        let line = self.interface.as_slice();
        let (at, offset, _) = *self.of_interface.pieces.last()?;
        let culprit = self.of_interface.point(0..line.len(), at, offset);
        Some((culprit, line))
    }

    fn held(&mut self, speaker: Speaker) -> (&mut Vec<u8>, &mut Earlier) {
        match speaker {
            Speaker::Interface => (&mut self.interface, &mut self.of_interface),
            Speaker::Engine => (&mut self.engine, &mut self.of_engine),
        }
    }

    fn take_held(&mut self, speaker: Speaker) -> (Vec<u8>, Earlier) {
        let (held, earlier) = self.held(speaker);
        (std::mem::take(held), std::mem::take(earlier))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&str]) -> Vec<Line> {
        let mut assembler = Assembler::default();
        let events = chunks.iter().enumerate();
        let taken = events.flat_map(|(n, it)| {
            let kind = EventKind::Chunk(Speaker::Engine, it.as_bytes().to_vec());
            assembler.take(At(n), &Event { at: None, kind })
        });
        taken.collect()
    }

    #[test]
    fn a_part_of_a_joined_line_is_found_in_the_event_that_it_came_in() {
        let joined = lines(&["readyok\nbest", "move ", "none ponder\n"]);
        let line = &joined[1];
        assert_eq!(line.bytes, b"bestmove none ponder");
        let point = |span: Range<usize>| {
            let culprit = line.earlier.point(span, line.at, line.offset);
            (culprit.at.0, culprit.span.unwrap())
        };
        assert_eq!(point(0..4), (0, 8..12));
        assert_eq!(point(2..9), (0, 10..12));
        assert_eq!(point(5..6), (1, 1..2));
        assert_eq!(point(9..13), (2, 0..4));
        assert_eq!(point(14..20), (2, 5..11));
        assert_eq!(line.earlier.place(5, line.offset), Some(14));
    }

    #[test]
    fn what_is_judged_already_is_not_pointed_at() {
        let mut assembler = Assembler::default();
        for (n, bytes) in ["a", "b", "c\n"].iter().enumerate() {
            let kind = EventKind::Chunk(Speaker::Engine, bytes.as_bytes().to_vec());
            let taken = assembler.take(At(n), &Event { at: None, kind });
            if let [line] = &taken[..] {
                let culprit = line.earlier.point(0..1, line.at, line.offset);
                assert_eq!((culprit.at.0, culprit.span), (2, Some(0..1)));
            }
            assembler.settle();
        }
    }
}
