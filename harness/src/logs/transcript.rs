//! Ponderhit's own text format, as `check --transcripts` writes it.

use super::{Conversation, Format, LogCapabilities, LogEvent, OURS, Problem, Reader, detect};
use crate::transcript::{Event, EventKind, LineReader};

pub(super) struct Transcript;

impl Format for Transcript {
    fn name(&self) -> &'static str {
        OURS
    }

    fn title(&self) -> &'static str {
        "ponderhit's own transcripts"
    }

    fn example(&self) -> &'static str {
        "1.204000 < {response}"
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Ours::default())
    }

    /// A log with `@protocol` is always a transcript, so that errors are reported as errors of the transcript format.
    fn matching_lines(&self, head: &[&[u8]]) -> usize {
        let mut reader = Ours::default();
        let count_parsed = detect::count_parsed(&mut reader, head);
        match reader.protocol() {
            Some(_) => usize::MAX,
            None => count_parsed,
        }
    }
}

#[derive(Debug, Default)]
struct Ours {
    lines: LineReader,
    /// Whether an event had a time stamp, or was a silence of known length.
    timed: bool,
}

impl Reader for Ours {
    fn line(&mut self, line: &[u8]) -> Result<Option<LogEvent>, Problem> {
        let event = self.lines.line(line).map_err(|error| Problem {
            column: error.column,
            message: error.message,
        })?;
        let timed = |it: &Event| it.at.is_some() || matches!(it.kind, EventKind::Silence(_));
        self.timed |= event.as_ref().is_some_and(timed);
        Ok(event.map(|event| LogEvent {
            conversation: Conversation::default(),
            event,
            note: None,
        }))
    }

    fn name(&self, _: Conversation) -> &[u8] {
        b""
    }

    /// A transcript without any time, such as a handwritten one, proves nothing about time.
    fn capabilities(&self) -> LogCapabilities {
        LogCapabilities {
            commands: true,
            times: self.timed,
        }
    }

    fn protocol(&self) -> Option<&str> {
        self.lines.protocol()
    }
}
