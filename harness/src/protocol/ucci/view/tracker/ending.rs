//! How the session ended, and who is to blame for it.

use std::time::Duration;

use super::Tracker;
use crate::{
    protocol::ucci::{
        view::{Ending, Excess, Manner, Phase},
        wire::Command,
    },
    transcript::{At, End},
};

/// What takes longer than this never comes.
const NEVER: Duration = Duration::from_secs(10);

impl Tracker {
    pub(super) fn end(&mut self, at: At, end: &End) {
        if *end == End::Cut {
            return;
        }
        self.decide();
        if matches!(end, End::Exit(_) | End::Eof) {
            self.left_perhaps();
        }
        // We end an engine at once after the note, with nothing but other notes between, only if it
        // takes too much memory.
        let noted = self.rss.take();
        if let (End::Killed, Some((noted, size))) = (end, noted) {
            self.exceeded(noted, Excess::Memory, &size);
        }
        let entry = self.other_entry(at);
        let manner = match end {
            End::Signal(_) => Manner::Died,
            End::Exit(_) | End::Eof if self.may_leave() => Manner::Orderly,
            End::Exit(_) | End::Eof => Manner::Died,
            End::Killed | End::Cut => match self.mute().filter(|it| self.waited_for(*it)) {
                Some(since) => Manner::Hung(since),
                None => Manner::Orderly,
            },
        };
        self.view.end = Some(Ending {
            entry,
            end: end.clone(),
            manner,
        });
    }

    /// Whether the engine may end now: it was asked to, its input is closed, or another protocol
    /// was spoken to it (`UCCI E1`, `E5`, `H3`).
    fn may_leave(&self) -> bool {
        let waiting = self.later.iter().any(|(_, it)| *it == Command::Quit);
        let asked = self.phase == Phase::Leaving || waiting;
        asked || self.input_closed || self.phase == Phase::Alien
    }

    /// Whether an answer to entry `asked` was waited for long enough to call its absence a hang.
    fn waited_for(&self, asked: usize) -> bool {
        let waited = self.now.saturating_sub(self.view.entries[asked].time);
        waited >= NEVER.mul_f64(self.view.scale)
    }

    /// The first command that owed an answer and after which the engine said nothing at all.
    fn mute(&self) -> Option<usize> {
        let spoke = self
            .view
            .entries
            .iter()
            .rposition(|it| it.response().is_some());
        if self
            .view
            .handshake
            .as_ref()
            .is_some_and(|it| it.after_alien && it.ucciok.is_none())
        {
            return None;
        }
        let after = |entry: &usize| spoke.is_none_or(|spoke| *entry > spoke);
        let asks = self.view.asks.iter().filter(|it| it.answer.is_none());
        let searches = self.view.searches.iter().filter(|it| it.result.is_none());
        let stops = searches.filter_map(|it| it.stop);
        let hands = self
            .view
            .handshake
            .iter()
            .filter(|it| it.ucciok.is_none() && !it.after_alien);
        // What waits in batch mode is owed once a search ends; of one that never does it is overdue.
        let waiting = self.later.iter();
        let waiting = waiting.filter(|(_, it)| matches!(it, Command::IsReady | Command::Quit));
        let owed = asks
            .map(|it| it.entry)
            .chain(waiting.map(|it| it.0))
            .chain(stops)
            .chain(hands.map(|it| it.entry));
        owed.filter(after).min()
    }
}
