//! Events to whole lines: chunks are put together, and one chunk may hold many lines.

use crate::transcript::{At, End, Event, EventKind, Speaker};

/// A whole line of one side.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) at: At,
    pub(super) speaker: Speaker,
    pub(super) bytes: Vec<u8>,
    /// Where it begins within its event's bytes.
    pub(super) offset: usize,
    /// It came in several pieces, or together with others in one.
    pub(super) chunked: bool,
    /// No newline ended it, but the end of the output.
    pub(super) unended: bool,
}

/// No line is longer. What an engine says beyond is not held: nobody reads such a line.
pub(super) const LONGEST: usize = 16 << 20;

/// So much is kept of a command that is longer.
const KEPT: usize = 8 << 10;

/// Puts lines together. Holds at most one unfinished line a side, and no more than [`LONGEST`] bytes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    interface: Half,
    engine: Half,
    /// Where the last piece of the engine's unfinished line stands.
    engine_at: Option<(At, usize)>,
}

/// A line that is not finished.
#[derive(Clone, Debug, Default)]
struct Half {
    bytes: Vec<u8>,
    /// What comes up to the next newline is the rest of a line that is too long.
    overlong: bool,
}

impl Line {
    /// Whether it was cut because nothing ended it for too long.
    pub(super) fn is_overlong(&self) -> bool {
        self.unended && self.bytes.len() >= LONGEST
    }
}

impl Half {
    /// What was held of the line, with its last piece; nothing if it is told already.
    fn end(&mut self, speaker: Speaker, rest: &[u8]) -> Option<Vec<u8>> {
        let overlong = std::mem::take(&mut self.overlong);
        let mut bytes = std::mem::take(&mut self.bytes);
        if !overlong {
            bytes.extend_from_slice(rest);
        }
        // What was cut is no command any more that could be read: it is only as odd as it is long.
        (speaker == Speaker::Interface || !overlong).then_some(bytes)
    }

    /// Holds a piece. True if there is too much of it now.
    fn hold(&mut self, piece: &[u8]) -> bool {
        if self.overlong {
            return false;
        }
        let room = LONGEST - self.bytes.len();
        self.bytes
            .extend_from_slice(&piece[..piece.len().min(room)]);
        self.overlong = self.bytes.len() == LONGEST;
        self.overlong
    }
}

impl Assembler {
    /// The lines that `event` completes.
    pub(super) fn take(&mut self, at: At, event: &Event) -> Vec<Line> {
        match &event.kind {
            EventKind::Line(speaker, bytes) => {
                let ended = self.half(*speaker).end(*speaker, bytes);
                let line = ended.map(|bytes| Line {
                    at,
                    speaker: *speaker,
                    bytes,
                    offset: 0,
                    chunked: false,
                    unended: false,
                });
                line.into_iter().collect()
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
            let half = self.half(speaker);
            match piece.strip_suffix(b"\n") {
                None => {
                    let overlong = half.hold(piece);
                    if speaker == Speaker::Engine {
                        self.engine_at = Some((at, offset));
                    }
                    if overlong {
                        lines.extend(self.cut(speaker));
                    }
                }
                Some(rest) => {
                    let chunked = several || !half.bytes.is_empty();
                    lines.extend(half.end(speaker, rest).map(|bytes| Line {
                        at,
                        speaker,
                        bytes,
                        offset,
                        chunked,
                        unended: false,
                    }));
                }
            }
            offset += piece.len();
        }
        lines
    }

    /// Lets go of a line that is too long: the engine's is told of, and the interface's is kept in little.
    fn cut(&mut self, speaker: Speaker) -> Option<Line> {
        if speaker == Speaker::Engine {
            return self.flush().pop();
        }
        let cut = [b"? ", &self.interface.bytes[..KEPT]].concat();
        self.interface.bytes = cut;
        None
    }

    /// What no newline ended; the interface's half line never reached the engine as a line.
    fn flush(&mut self) -> Vec<Line> {
        // Where the engine's line is cut because it is too long, nothing has ended the interface's.
        if !self.engine.overlong {
            self.interface = Half::default();
        }
        let Some((at, offset)) = self.engine_at.take() else {
            return Vec::new();
        };
        let bytes = std::mem::take(&mut self.engine.bytes);
        let speaker = Speaker::Engine;
        let line = Line {
            at,
            speaker,
            bytes,
            offset,
            chunked: true,
            unended: true,
        };
        (!line.bytes.is_empty())
            .then_some(line)
            .into_iter()
            .collect()
    }

    fn half(&mut self, speaker: Speaker) -> &mut Half {
        match speaker {
            Speaker::Interface => &mut self.interface,
            Speaker::Engine => &mut self.engine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(assembler: &mut Assembler, speaker: Speaker, bytes: &[u8]) -> Vec<Line> {
        let kind = EventKind::Chunk(speaker, bytes.to_vec());
        assembler.take(At(0), &Event { at: None, kind })
    }

    #[test]
    fn a_line_without_end_is_told_once_and_not_held() {
        let mut assembler = Assembler::default();
        let piece = vec![b'x'; 1 << 20];
        let mut lines = Vec::new();
        for _ in 0..40 {
            lines.extend(chunk(&mut assembler, Speaker::Engine, &piece));
            assert!(assembler.engine.bytes.len() <= LONGEST);
        }
        assert_eq!(lines.len(), 1);
        assert!(lines[0].is_overlong() && lines[0].bytes.len() == LONGEST);
        let rest = chunk(&mut assembler, Speaker::Engine, b"x\nreadyok\n");
        let rest: Vec<&[u8]> = rest.iter().map(|it| it.bytes.as_slice()).collect();
        assert_eq!(rest, [b"readyok"]);
    }

    #[test]
    fn a_command_without_end_is_odd_and_no_command() {
        let mut assembler = Assembler::default();
        let begin = [b"position startpos moves ".to_vec(), vec![b'x'; LONGEST]].concat();
        assert!(chunk(&mut assembler, Speaker::Interface, &begin).is_empty());
        assert!(chunk(&mut assembler, Speaker::Interface, &begin).is_empty());
        assert!(assembler.interface.bytes.len() < 2 * KEPT);
        let lines = chunk(&mut assembler, Speaker::Interface, b"y\nisready\n");
        assert!(lines[0].bytes.starts_with(b"? position startpos") && lines[0].bytes.len() > 4096);
        assert_eq!(lines[1].bytes, b"isready");
    }
}
