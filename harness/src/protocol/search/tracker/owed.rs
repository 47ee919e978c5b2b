//! What is still owed when a segment is given away is carried into the next one, so that an answer that never comes keeps
//! nothing else from being judged and let go. That it is late shows at once; that it never comes, only the end.

use std::{collections::BTreeMap, time::Duration};

use super::{Tracker, doubts::DoubtKind};
use crate::message::{Message, message};
use crate::protocol::{
    deadline::Due,
    search::{Ask, Content, Dialect, Entry, IdleStop, Phase, View},
};

/// Why answers are in doubt.
const LATE_ANSWER: &Message = &message!(
    "doubt_late_answer",
    "a command without an answer for a long time: the answer may still come"
);

/// The text sets no limit; an answer later than this is missing.
const NEVER: Duration = Duration::from_secs(10);

/// So many answers are carried at most. What is owed beside them, the oldest first, never comes if it had its time.
const MOST: usize = 4096;

impl<D: Dialect> Tracker<D> {
    /// Whether an answer is owed that a segment should wait for.
    pub(super) fn owes_answers(&self) -> bool {
        self.view.asks.iter().any(|it| it.answer.is_none())
    }

    /// Whether the engine may be at work on an answer: one is owed, and had not had its time.
    pub(super) fn works_on_answers(&self) -> bool {
        let mut asks = self.view.asks.iter().filter(|it| it.answer.is_none());
        asks.any(|it| !self.is_overdue(it.since, self.now))
    }

    /// Moves what is owed from the segment that ends to the `next` one. What had its time stays, to be judged.
    pub(super) fn carry(&mut self, next: &mut View<D>) {
        let asks = self.split_asks();
        let open = |it: &IdleStop| it.answer.is_none() && !it.expired;
        let (open, closed): (Vec<_>, Vec<_>) = std::mem::take(&mut self.view.idle_stops)
            .into_iter()
            .partition(open);
        self.view.idle_stops = closed;
        let idle_stops = last(open);
        let owed = asks.iter().map(|it| it.entry);
        let mut places: BTreeMap<usize, usize> = owed.map(|it| (it, 0)).collect();
        for (entry, place) in &mut places {
            *place = next.entries.len();
            // It was judged as a line where it stood.
            next.entries.push(Entry {
                content: Content::Other,
                ..self.view.entries[*entry].clone()
            });
        }
        let oldest = asks.iter().map(|it| it.since).min();
        let newest = asks.iter().map(|it| it.since).max();
        let since = oldest.unwrap_or(self.now)..newest.unwrap_or(self.now);
        next.timing = self.view.timing.carried(since);
        next.asks = asks;
        next.idle_stops = idle_stops;
        for ask in &mut next.asks {
            ask.entry = places[&ask.entry];
        }
        self.carried = next.entries.len();
    }

    /// Takes the asks out of the segment that are to be carried. Those that are given up stay, to be judged, if they had
    /// their time.
    fn split_asks(&mut self) -> Vec<Ask<D>> {
        let asks = std::mem::take(&mut self.view.asks);
        let (mut open, answered): (Vec<_>, Vec<_>) =
            asks.into_iter().partition(|it| it.answer.is_none());
        self.view.asks = answered;
        let excess = open.len().saturating_sub(MOST);
        let rest = open.split_off(excess);
        let mut carried = Vec::new();
        for ask in open {
            self.give_up(&ask);
            self.view.asks.push(ask);
        }
        for mut ask in rest {
            let withheld = ask.phase == Phase::Thinking && self.search_outlasted(&mut ask);
            if withheld {
                self.give_up(&ask);
                self.view.asks.push(ask);
            } else {
                ask.phase = self.phase;
                carried.push(ask);
            }
        }
        carried
    }

    /// An answer that is not waited for any more: it may still come, and then nothing is wrong with it.
    fn give_up(&mut self, ask: &Ask<D>) {
        self.fences.may_answer_more(ask.kind, ask.nth);
        let at = self.view.entries[ask.entry].at;
        self.doubts.begin(DoubtKind::Answers, at, LATE_ANSWER);
    }

    /// Whether the search in which this was asked went on for longer than any answer takes. Else it is an idle engine's
    /// affair from the end of the search on.
    fn search_outlasted(&self, ask: &mut Ask<D>) -> bool {
        let mut searches = self.view.searches.iter().rev();
        let search = searches.find(|it| it.entry < ask.entry);
        let Some(ended) = search.and_then(|it| self.view.result(it)) else {
            return false;
        };
        let outlasted = self.is_overdue(ask.since, ended.time);
        if !outlasted {
            ask.since = ask.since.max(ended.time);
        }
        outlasted
    }

    fn is_overdue(&self, since: Duration, looked: Duration) -> bool {
        let bounds = (Duration::ZERO, NEVER);
        let due = self
            .view
            .timing
            .due(since, None, looked.min(self.view.observed_until()), bounds);
        matches!(due, Due::Never(_))
    }
}

/// The last ones, as many as are carried.
fn last<T>(mut all: Vec<T>) -> Vec<T> {
    let excess = all.len().saturating_sub(MOST);
    all.drain(..excess);
    all
}
