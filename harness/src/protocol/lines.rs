//! Events to whole lines: chunks are put together, and one chunk may hold many lines.

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
    /// It came in several pieces, or together with others in one.
    pub(super) chunked: bool,
    /// No newline ended it, but the end of the output.
    pub(super) unended: bool,
}

/// Puts lines together. Holds at most one unfinished line a side.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    interface: Vec<u8>,
    engine: Vec<u8>,
    /// Where the last piece of each side's unfinished line stands.
    engine_at: Option<(At, usize)>,
    interface_at: Option<(At, usize)>,
}

impl Assembler {
    /// The lines that `event` completes.
    pub(super) fn take(&mut self, at: At, event: &Event) -> Vec<Line> {
        match &event.kind {
            EventKind::Line(speaker, bytes) => {
                let held = std::mem::take(self.held(*speaker));
                let bytes = [held, bytes.clone()].concat();
                vec![Line {
                    at,
                    speaker: *speaker,
                    bytes,
                    offset: 0,
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
            let held = self.held(speaker);
            match piece.strip_suffix(b"\n") {
                None => {
                    held.extend_from_slice(piece);
                    match speaker {
                        Speaker::Engine => self.engine_at = Some((at, offset)),
                        Speaker::Interface => self.interface_at = Some((at, offset)),
                    }
                }
                Some(rest) => {
                    let chunked = several || !held.is_empty();
                    let bytes = [std::mem::take(held), rest.to_vec()].concat();
                    lines.push(Line {
                        at,
                        speaker,
                        bytes,
                        offset,
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
        self.interface.clear();
        let Some((at, offset)) = self.engine_at.take() else {
            return Vec::new();
        };
        let bytes = std::mem::take(&mut self.engine);
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

    /// What the interface sent since its last newline, and where the last piece of it stands.
    pub(super) fn half_line(&self) -> Option<(Culprit, &[u8])> {
        let (at, offset) = self.interface_at?;
        let line = self.interface.as_slice();
        let culprit = Culprit {
            at,
            span: Some(offset..offset + line.len()),
        };
        (!line.is_empty()).then_some((culprit, line))
    }

    fn held(&mut self, speaker: Speaker) -> &mut Vec<u8> {
        match speaker {
            Speaker::Interface => &mut self.interface,
            Speaker::Engine => &mut self.engine,
        }
    }
}
