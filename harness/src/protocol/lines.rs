//! Assembles whole lines from events: a line may come in several chunks, and a chunk may hold several lines.

use std::ops::Range;

use super::measured_facts::MeasuredFact;
use crate::{
    rule::Culprit,
    transcript::{Event, EventIndex, EventKind, SessionEnd, Speaker},
};

/// A whole line of one side.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) last_event_index: EventIndex,
    pub(super) speaker: Speaker,
    pub(super) bytes: Vec<u8>,
    /// The offset at which the line begins in the bytes of its last event.
    pub(super) offset_in_last_event: usize,
    /// The bytes of the line in the events before its last event.
    pub(super) earlier_chunks: EarlierChunks,
    /// The line came in several chunks, or in one chunk with other lines.
    pub(super) is_split_or_merged: bool,
    /// The output ended before the newline of this line.
    pub(super) is_unterminated: bool,
}

/// The bytes of a line in the events before the last event of the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EarlierChunks {
    /// The number of the line's bytes in the events before its last event.
    byte_count: usize,
    /// The chunks of the line in the events before its last event, without the events that are already judged. A chunk
    /// of a line is stored as an event, an offset in the event's bytes, and a length.
    unjudged_chunks: Vec<(EventIndex, usize, usize)>,
}

impl EarlierChunks {
    /// The culprit (the place that a violation reports) for a part of the line. If this part of the line spans several
    /// events, the culprit is in the first of these events. `at` is the last event of the line, and `offset` is where
    /// the line begins in this event's bytes.
    pub(super) fn culprit_of_part(
        &self,
        span: Range<usize>,
        at: EventIndex,
        offset: usize,
    ) -> Culprit {
        let mut begins =
            self.byte_count - self.unjudged_chunks.iter().map(|it| it.2).sum::<usize>();
        for (at, offset, length) in &self.unjudged_chunks {
            if (begins..begins + length).contains(&span.start) {
                let (start, end) = (span.start - begins, (span.end - begins).min(*length));
                return Culprit {
                    at: *at,
                    span: Some(start + offset..end + offset),
                };
            }
            begins += length;
        }
        let start = span.start.saturating_sub(self.byte_count);
        let end = span.end.saturating_sub(self.byte_count).max(start + 1);
        Culprit {
            at,
            span: Some(start + offset..end + offset),
        }
    }

    /// Converts the offset `byte` in the line's last event to an offset in the line. `offset` is
    /// where the line begins in its last event.
    pub(super) fn offset_in_line(&self, byte: usize, offset: usize) -> Option<usize> {
        Some(byte.checked_sub(offset)? + self.byte_count)
    }

    fn record_chunk(&mut self, at: EventIndex, offset: usize, length: usize) {
        self.byte_count += length;
        self.unjudged_chunks.push((at, offset, length));
        if self.unjudged_chunks.len() > MAX_STORED_CHUNKS {
            self.unjudged_chunks.drain(..MAX_STORED_CHUNKS / 2);
        }
    }
}

/// The greatest length of a line in bytes. The rest of a line above this length is dropped.
pub(super) const MAX_LINE_BYTES: usize = 16 << 20;

/// The number of bytes that are kept of a command longer than [`MAX_LINE_BYTES`].
const MAX_KEPT_COMMAND_BYTES: usize = 8 << 10;

/// The greatest number of chunks of a line whose positions are stored. If a line has more than this number of chunks,
/// only the positions of its last chunks are stored.
const MAX_STORED_CHUNKS: usize = 4096;

/// Assembles whole lines, and stores one unfinished line of each side with at most [`MAX_LINE_BYTES`] bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct LineAssembler {
    interface: PartialLine,
    engine: PartialLine,
}

/// An unfinished line: the bytes that one side sent since its last newline.
#[derive(Clone, Debug, Default)]
struct PartialLine {
    bytes: Vec<u8>,
    /// The positions of the line's chunks in the transcript.
    chunks: EarlierChunks,
    /// The line was cut because it is too long. The rest of a line that is too long is dropped.
    is_cut: bool,
}

impl Line {
    /// Whether the line was cut because it was too long.
    pub(super) fn is_overlong(&self) -> bool {
        self.is_unterminated && self.bytes.len() >= MAX_LINE_BYTES
    }
}

impl PartialLine {
    /// Adds the last chunk of the line and returns the whole line. Returns `None` for an engine's line whose beginning
    /// was already returned because the line was too long.
    fn finish_line(&mut self, speaker: Speaker, rest: &[u8]) -> Option<(Vec<u8>, EarlierChunks)> {
        let PartialLine {
            mut bytes,
            chunks,
            is_cut: overlong,
        } = std::mem::take(self);
        if !overlong {
            bytes.extend_from_slice(rest);
        }
        // A command that was cut cannot be parsed any more, but it is reported as a line that is too long.
        (speaker == Speaker::Interface || !overlong).then_some((bytes, chunks))
    }

    /// Stores the next chunk of the unfinished line. Returns true if this chunk makes the line too long.
    fn push_chunk(&mut self, at: EventIndex, offset: usize, chunk: &[u8]) -> bool {
        if self.is_cut {
            return false;
        }
        let room = MAX_LINE_BYTES - self.bytes.len();
        let chunk = &chunk[..chunk.len().min(room)];
        self.bytes.extend_from_slice(chunk);
        self.chunks.record_chunk(at, offset, chunk.len());
        self.is_cut = self.bytes.len() == MAX_LINE_BYTES;
        self.is_cut
    }
}

impl LineAssembler {
    /// Returns the lines that `event` completes.
    pub(super) fn add_event(&mut self, at: EventIndex, event: &Event) -> Vec<Line> {
        match &event.kind {
            EventKind::Line(speaker, bytes) => {
                let ended = self.partial_line(*speaker).finish_line(*speaker, bytes);
                let line = ended.map(|(bytes, earlier)| Line {
                    last_event_index: at,
                    speaker: *speaker,
                    bytes,
                    offset_in_last_event: 0,
                    earlier_chunks: earlier,
                    is_split_or_merged: false,
                    is_unterminated: false,
                });
                line.into_iter().collect()
            }
            EventKind::Chunk(speaker, bytes) => self.add_chunk(at, *speaker, bytes),
            // The recording of the output stopped in the middle of a line.
            EventKind::Fact(fact)
                if matches!(
                    MeasuredFact::from_fact(fact),
                    MeasuredFact::ExceededLimit(_)
                ) =>
            {
                self.flush_engine_line()
            }
            // A recording that was cut off may end in the middle of a line, so the incomplete line is not judged.
            EventKind::End(SessionEnd::Cut) => Vec::new(),
            EventKind::End(_) => self.flush_engine_line(),
            _ => Vec::new(),
        }
    }

    fn add_chunk(&mut self, at: EventIndex, speaker: Speaker, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut offset = 0;
        let several = bytes.iter().filter(|it| **it == b'\n').count() > 1;
        for chunk in bytes.split_inclusive(|byte| *byte == b'\n') {
            let partial = self.partial_line(speaker);
            match chunk.strip_suffix(b"\n") {
                None => {
                    if partial.push_chunk(at, offset, chunk) {
                        lines.extend(self.cut_overlong_line(speaker));
                    }
                }
                Some(rest) => {
                    let chunked = several || !partial.bytes.is_empty();
                    lines.extend(
                        partial
                            .finish_line(speaker, rest)
                            .map(|(bytes, earlier)| Line {
                                last_event_index: at,
                                speaker,
                                bytes,
                                offset_in_last_event: offset,
                                earlier_chunks: earlier,
                                is_split_or_merged: chunked,
                                is_unterminated: false,
                            }),
                    );
                }
            }
            offset += chunk.len();
        }
        lines
    }

    /// Cuts a line that is too long. The beginning of an engine's line that is too long is returned; the beginning of a
    /// command that is too long is stored until its newline.
    fn cut_overlong_line(&mut self, speaker: Speaker) -> Option<Line> {
        if speaker == Speaker::Engine {
            return self.flush_engine_line().pop();
        }
        let cut = [b"? ", &self.interface.bytes[..MAX_KEPT_COMMAND_BYTES]].concat();
        self.interface.bytes = cut;
        self.interface.chunks = EarlierChunks::default();
        None
    }

    /// Returns the engine's unfinished line. An unfinished command is dropped, because the engine never received it as
    /// a line.
    fn flush_engine_line(&mut self) -> Vec<Line> {
        // If the engine's line was cut because it was too long, the conversation goes on, so the interface's unfinished
        // line is kept.
        if !self.engine.is_cut {
            self.interface = PartialLine::default();
        }
        let speaker = Speaker::Engine;
        let bytes = std::mem::take(&mut self.engine.bytes);
        let mut earlier = std::mem::take(&mut self.engine.chunks);
        // A line with several chunks belongs to the event of its last chunk.
        let Some((at, offset, length)) = earlier.unjudged_chunks.pop() else {
            return Vec::new();
        };
        earlier.byte_count -= length;
        let line = Line {
            last_event_index: at,
            speaker,
            bytes,
            offset_in_last_event: offset,
            earlier_chunks: earlier,
            is_split_or_merged: true,
            is_unterminated: true,
        };
        (!line.bytes.is_empty())
            .then_some(line)
            .into_iter()
            .collect()
    }

    /// Forgets the positions of unfinished lines in events that are already judged. A violation cannot point at an
    /// event that is already judged.
    pub(super) fn forget_judged_chunks(&mut self) {
        for partial in [&mut self.engine, &mut self.interface] {
            let chunks = &mut partial.chunks.unjudged_chunks;
            let last = chunks.len().saturating_sub(1);
            chunks.drain(..last);
        }
    }

    /// The bytes that the interface sent since its last newline, and the position of the last chunk
    /// of these bytes.
    pub(super) fn unterminated_line(&self) -> Option<(Culprit, &[u8])> {
        let PartialLine { bytes, chunks, .. } = &self.interface;
        let (at, offset, _) = *chunks.unjudged_chunks.last()?;
        Some((chunks.culprit_of_part(0..bytes.len(), at, offset), bytes))
    }

    fn partial_line(&mut self, speaker: Speaker) -> &mut PartialLine {
        match speaker {
            Speaker::Interface => &mut self.interface,
            Speaker::Engine => &mut self.engine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assemble_lines(chunks: &[&str]) -> Vec<Line> {
        let mut assembler = LineAssembler::default();
        let events = chunks.iter().enumerate();
        let taken = events.flat_map(|(n, it)| {
            let kind = EventKind::Chunk(Speaker::Engine, it.as_bytes().to_vec());
            assembler.add_event(EventIndex(n), &Event { at: None, kind })
        });
        taken.collect()
    }

    #[test]
    fn a_culprit_points_at_the_event_of_its_chunk() {
        let joined = assemble_lines(&["readyok\nbest", "move ", "none ponder\n"]);
        let line = &joined[1];
        assert_eq!(line.bytes, b"bestmove none ponder");
        let point = |span: Range<usize>| {
            let culprit = line.earlier_chunks.culprit_of_part(
                span,
                line.last_event_index,
                line.offset_in_last_event,
            );
            (culprit.at.0, culprit.span.unwrap())
        };
        assert_eq!(point(0..4), (0, 8..12));
        assert_eq!(point(2..9), (0, 10..12));
        assert_eq!(point(5..6), (1, 1..2));
        assert_eq!(point(9..13), (2, 0..4));
        assert_eq!(point(14..20), (2, 5..11));
        assert_eq!(
            line.earlier_chunks
                .offset_in_line(5, line.offset_in_last_event),
            Some(14)
        );
    }

    #[test]
    fn no_culprit_is_in_a_judged_event() {
        let mut assembler = LineAssembler::default();
        for (n, bytes) in ["a", "b", "c\n"].iter().enumerate() {
            let kind = EventKind::Chunk(Speaker::Engine, bytes.as_bytes().to_vec());
            let taken = assembler.add_event(EventIndex(n), &Event { at: None, kind });
            if let [line] = &taken[..] {
                let culprit = line.earlier_chunks.culprit_of_part(
                    0..1,
                    line.last_event_index,
                    line.offset_in_last_event,
                );
                assert_eq!((culprit.at.0, culprit.span), (2, Some(0..1)));
            }
            assembler.forget_judged_chunks();
        }
    }

    fn push_test_chunk(assembler: &mut LineAssembler, speaker: Speaker, bytes: &[u8]) -> Vec<Line> {
        let kind = EventKind::Chunk(speaker, bytes.to_vec());
        assembler.add_event(EventIndex(0), &Event { at: None, kind })
    }

    #[test]
    fn an_endless_line_is_returned_once_and_not_stored() {
        let mut assembler = LineAssembler::default();
        let chunk = vec![b'x'; 1 << 20];
        let mut lines = Vec::new();
        for _ in 0..40 {
            lines.extend(push_test_chunk(&mut assembler, Speaker::Engine, &chunk));
            assert!(assembler.engine.bytes.len() <= MAX_LINE_BYTES);
        }
        assert_eq!(lines.len(), 1);
        assert!(lines[0].is_overlong() && lines[0].bytes.len() == MAX_LINE_BYTES);
        let rest = push_test_chunk(&mut assembler, Speaker::Engine, b"x\nreadyok\n");
        let rest: Vec<&[u8]> = rest.iter().map(|it| it.bytes.as_slice()).collect();
        assert_eq!(rest, [b"readyok"]);
    }

    #[test]
    fn an_endless_command_is_cut_and_not_parsed() {
        let mut assembler = LineAssembler::default();
        let begin = [
            b"position startpos moves ".to_vec(),
            vec![b'x'; MAX_LINE_BYTES],
        ]
        .concat();
        assert!(push_test_chunk(&mut assembler, Speaker::Interface, &begin).is_empty());
        assert!(push_test_chunk(&mut assembler, Speaker::Interface, &begin).is_empty());
        assert!(assembler.interface.bytes.len() < 2 * MAX_KEPT_COMMAND_BYTES);
        let lines = push_test_chunk(&mut assembler, Speaker::Interface, b"y\nisready\n");
        assert!(lines[0].bytes.starts_with(b"? position startpos") && lines[0].bytes.len() > 4096);
        assert_eq!(lines[1].bytes, b"isready");
    }
}
