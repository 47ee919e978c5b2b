//! Ponderhit's own text format, as `check --transcripts` writes it.

use super::{
    ConversationId, LineProblem, LogCapabilities, LogEvent, LogFormat, LogReader,
    TRANSCRIPT_FORMAT, detect,
};
use crate::transcript::{Event, EventKind, LineReader};

pub(super) struct TranscriptFormat;

impl LogFormat for TranscriptFormat {
    fn name(&self) -> &'static str {
        TRANSCRIPT_FORMAT
    }

    fn title(&self) -> &'static str {
        "ponderhit's own transcripts"
    }

    fn example_template(&self) -> &'static str {
        "1.204000 < {response}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        Box::new(TranscriptReader::default())
    }

    /// A log with `@protocol` is always a transcript, so that errors are reported as errors of the transcript format.
    fn count_matching_lines(&self, head: &[&[u8]]) -> usize {
        let mut reader = TranscriptReader::default();
        let count_parsed = detect::count_parsed_lines(&mut reader, head);
        match reader.protocol_name() {
            Some(_) => usize::MAX,
            None => count_parsed,
        }
    }
}

#[derive(Debug, Default)]
struct TranscriptReader {
    lines: LineReader,
    /// Whether any event so far had a time stamp or was a silence of known length.
    has_times: bool,
}

impl LogReader for TranscriptReader {
    fn parse_line(&mut self, line: &[u8]) -> Result<Option<LogEvent>, LineProblem> {
        let event = self.lines.read_line(line).map_err(|error| LineProblem {
            column: error.column,
            message: error.message,
        })?;
        let timed = |it: &Event| it.at.is_some() || matches!(it.kind, EventKind::Silence(_));
        self.has_times |= event.as_ref().is_some_and(timed);
        Ok(event.map(|event| LogEvent {
            conversation: ConversationId::default(),
            event,
            lateness_event: None,
            clock_event: None,
        }))
    }

    fn engine_name(&self, _: ConversationId) -> &[u8] {
        b""
    }

    /// A transcript without times, such as a handwritten one, cannot be judged by rules that measure time.
    fn capabilities(&self) -> LogCapabilities {
        LogCapabilities {
            has_commands: true,
            has_times: self.has_times,
        }
    }

    fn protocol_name(&self) -> Option<&str> {
        self.lines.protocol()
    }
}
