//! Keeps the transcripts of a run, as far as there is room for them.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::{
    check::Observer,
    snapshot::pending,
    transcript::{Event, EventKind, Transcript},
    verdict::Engine,
};

/// How many bytes all transcripts of a run may take.
const ROOM: usize = 64 << 20;

/// What an event costs beside its bytes.
const EVENT: usize = 80;

/// Watches a run without a word.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// By scenario.
    transcripts: BTreeMap<String, Transcript>,
    bytes: usize,
}

impl Keeper {
    pub(super) fn into_transcripts(self) -> BTreeMap<String, Transcript> {
        let kept = self.kept.into_inner();
        kept.unwrap_or_else(PoisonError::into_inner).transcripts
    }
}

impl Observer for Keeper {
    fn began(&self, _engine: &Engine) {}

    fn progress(&self, _done: usize, _total: usize, _scenario: &str) {}

    fn recorded(&self, _protocol: &str, session: &str, attempt: usize, transcript: &Transcript) {
        if attempt > 1 {
            return;
        }
        let bytes: usize = transcript.events.iter().map(cost).sum();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + bytes <= ROOM {
            kept.bytes += bytes;
            kept.transcripts
                .insert(session.to_owned(), transcript.clone());
        }
    }

    fn remade(&self, snapshot: &str, text: &[u8]) {
        if pending::are_kept() {
            // The test fails anyway, and its report has the difference.
            let _ = pending::write(snapshot, text);
        }
    }
}

fn cost(event: &Event) -> usize {
    let bytes = match &event.kind {
        EventKind::Line(_, bytes) | EventKind::Chunk(_, bytes) | EventKind::Stderr(bytes) => {
            bytes.len()
        }
        EventKind::Fact(fact) => fact.name.len() + fact.value.len(),
        EventKind::Silence(_) | EventKind::InputClosed | EventKind::End(_) => 0,
    };
    EVENT + bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Speaker;

    fn said(length: usize) -> Transcript {
        let kind = EventKind::Line(Speaker::Engine, vec![b'x'; length]);
        Transcript {
            events: vec![Event { at: None, kind }],
        }
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let keeper = Keeper::default();
        keeper.recorded("ucci", "a", 1, &said(ROOM / 2));
        keeper.recorded("ucci", "b", 1, &said(ROOM / 2));
        keeper.recorded("ucci", "c", 1, &said(10));
        keeper.recorded("ucci", "c", 2, &said(20));
        let kept = keeper.into_transcripts();
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(kept["c"], said(10));
    }
}
