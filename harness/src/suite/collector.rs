//! Collects the transcripts of a run, up to a maximum size.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::{
    check::CheckObserver,
    snapshot::pending_file,
    transcript::{Event, EventKind, Transcript},
    verdict::EngineInfo,
};

/// The maximum size of all transcripts of a run, in bytes.
const MAX_TRANSCRIPT_BYTES: usize = 64 << 20;

/// The approximate memory that an event needs in addition to the bytes of its line.
const EVENT_OVERHEAD_BYTES: usize = 80;

/// An observer that collects transcripts and prints nothing.
#[derive(Debug, Default)]
pub(super) struct TranscriptCollector {
    collected: Mutex<CollectedTranscripts>,
}

#[derive(Debug, Default)]
struct CollectedTranscripts {
    /// The transcripts by the ids of their scenarios.
    transcripts: BTreeMap<String, Transcript>,
    byte_count: usize,
}

impl TranscriptCollector {
    pub(super) fn into_transcripts(self) -> BTreeMap<String, Transcript> {
        let collected = self.collected.into_inner();
        collected
            .unwrap_or_else(PoisonError::into_inner)
            .transcripts
    }
}

impl CheckObserver for TranscriptCollector {
    fn engine_started(&self, _engine: &EngineInfo) {}

    fn scenario_done(&self, _done: usize, _total: usize, _scenario: &str) {}

    fn session_recorded(
        &self,
        _protocol: &str,
        session: &str,
        attempt: usize,
        transcript: &Transcript,
    ) {
        if attempt > 1 {
            return;
        }
        let bytes: usize = transcript.events.iter().map(event_byte_count).sum();
        let mut collected = self
            .collected
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if collected.byte_count + bytes <= MAX_TRANSCRIPT_BYTES {
            collected.byte_count += bytes;
            collected
                .transcripts
                .insert(session.to_owned(), transcript.clone());
        }
    }

    fn snapshot_updated(&self, snapshot: &str, text: &[u8]) {
        if pending_file::is_storing_enabled() {
            // If the pending changes cannot be written, the error is ignored: the test fails anyway, and its report
            // shows the difference.
            let _ = pending_file::write_pending_file(snapshot, text);
        }
    }
}

fn event_byte_count(event: &Event) -> usize {
    let bytes = match &event.kind {
        EventKind::Line(_, bytes) | EventKind::Chunk(_, bytes) | EventKind::Stderr(bytes) => {
            bytes.len()
        }
        EventKind::Fact(fact) => fact.name.len() + fact.value.len(),
        EventKind::Silence(_) | EventKind::InputClosed | EventKind::End(_) => 0,
    };
    EVENT_OVERHEAD_BYTES + bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Speaker;

    fn transcript_with_line(length: usize) -> Transcript {
        let kind = EventKind::Line(Speaker::Engine, vec![b'x'; length]);
        Transcript {
            events: vec![Event { at: None, kind }],
        }
    }

    #[test]
    fn the_collected_transcripts_are_bounded() {
        let collector = TranscriptCollector::default();
        collector.session_recorded(
            "ucci",
            "a",
            1,
            &transcript_with_line(MAX_TRANSCRIPT_BYTES / 2),
        );
        collector.session_recorded(
            "ucci",
            "b",
            1,
            &transcript_with_line(MAX_TRANSCRIPT_BYTES / 2),
        );
        collector.session_recorded("ucci", "c", 1, &transcript_with_line(10));
        collector.session_recorded("ucci", "c", 2, &transcript_with_line(20));
        let collected = collector.into_transcripts();
        assert_eq!(collected.keys().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(collected["c"], transcript_with_line(10));
    }
}
