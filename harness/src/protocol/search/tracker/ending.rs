//! How the session ended: which answers were owed, and whether the time for them had passed.

use std::time::Duration;

use super::Tracker;
use crate::{
    protocol::{
        deadline::Waited,
        ending::{self, Before},
        search::{Ask, Asked, Command, Dialect, Ending, Excess, GoCommand as _, Phase, Search},
    },
    transcript::{At, End},
};

/// An answer later than this is missing.
const NEVER: Duration = Duration::from_secs(10);

/// Searches that soon end by themselves on any machine.
const SMALL_DEPTH: u64 = 4;
const SMALL_NODES: u64 = 20_000;

impl<D: Dialect> Tracker<D> {
    pub(super) fn end(&mut self, at: At, end: &End) {
        if *end == End::Cut {
            return;
        }
        self.decide();
        if matches!(end, End::Exit(_) | End::Eof) {
            self.quit_by_lenient_reading();
        }
        // The session kills an engine right after the memory fact, with only other facts between, if it uses too
        // much memory.
        let noted = self.rss.take();
        if let (End::Killed, Some((noted, size))) = (end, noted) {
            self.exceeded(noted, Excess::Memory, &size);
        }
        let entry = self.other_entry(at);
        let before = Before {
            may_exit: self.may_exit(),
            input_closed: self.input_closed,
            unheard: self.unheard,
            silent: self.silent(),
        };
        self.view.end = Some(Ending {
            entry,
            end: end.clone(),
            kind: ending::classify(end, before),
            unheard: self.unheard,
        });
    }

    /// The interface closed the engine's input, or stopped reading its output: from here on nothing is owed.
    pub(super) fn interface_gone(&mut self) {
        self.view.read_until.get_or_insert(self.now);
        let goes = |it: &(usize, Command<D>)| matches!(it.1, Command::Go(_));
        if self.uncertain_results.is_some() || self.queued.iter().any(goes) {
            // A search with a clock may be running, or may come.
            self.view.grace = None;
        } else if self.phase == Phase::Thinking {
            let running = self.view.searches.last();
            let clock = |it: &Search<D>| it.limits().clock;
            self.view.grace = match running.map(|it| (clock(it), it)) {
                // The engine reads nothing before its searches have ended.
                Some(_) if D::defers(&self.own) => None,
                Some((Some(left), it)) if !it.go.ponders() || it.ponderhit.is_some() => {
                    let hit = it.ponderhit.map(|hit| self.view.entry(hit).time);
                    let since = hit.unwrap_or(it.started);
                    let until = since.saturating_add(left);
                    Some(until.saturating_sub(self.now))
                }
                _ => Some(Duration::ZERO),
            };
        }
        // The text does not specify what happens to a search then (`UCCI E5`).
        if let Some(search) = self.view.searches.last_mut() {
            search.abandon(self.now);
        }
    }

    /// Whether the engine may exit now: after `quit`, or after a line of another protocol (`UCCI E1`, `H3`).
    fn may_exit(&self) -> bool {
        let waiting = self.queued.iter().any(|(_, it)| *it == Command::Quit);
        // An exit because of another first command may cross the greeting.
        let handshake = self.view.handshake.as_ref();
        let crossed = handshake.is_some_and(|it| it.after_other_protocol && it.greeted.is_none());
        let other_protocol =
            self.phase == Phase::OtherProtocol || self.phase == Phase::Handshake && crossed;
        self.phase == Phase::Quitting || waiting || other_protocol
    }

    /// The first command whose answer is owed and after which the engine sent nothing; and whether the time for the
    /// answer had passed.
    fn silent(&self) -> Option<(usize, Waited)> {
        let spoke = self
            .view
            .entries
            .iter()
            .rposition(|it| it.response().is_some());
        if self
            .view
            .handshake
            .as_ref()
            .is_some_and(|it| it.after_other_protocol && it.greeted.is_none())
        {
            return None;
        }
        let time = |entry: usize| (entry, self.view.entries[entry].time);
        // Commands that an engine may skip, or need not have read, are not owed an answer for certain.
        let open = |it: &&Ask<D>| {
            let owed = it.kind == Asked::IsReady || !it.doubtful;
            it.answer.is_none() && owed && !it.unread
        };
        let asks = self.view.asks.iter().filter(open);
        let owes = |it: &&Search<D>| {
            it.result.is_none() && !it.doubtful && !it.optional && !it.maybe_stopped
        };
        let searches = self.view.searches.iter().filter(owes);
        let stops = searches.filter_map(|it| Some((it.stop?, self.view.taken(it.stop?, it))));
        let handshake = self
            .view
            .handshake
            .iter()
            .filter(|it| it.greeted.is_none() && !it.after_other_protocol);
        let owed = asks
            .map(|it| (it.entry, it.since))
            .chain(self.owed_by_queued())
            .chain(stops)
            .chain(handshake.map(|it| time(it.entry)));
        let looked = self.view.observed_until();
        let waits = owed
            .filter(|(entry, _)| spoke.is_none_or(|spoke| *entry > spoke))
            .map(|(entry, since)| (entry, self.view.timing.waited(since, looked, NEVER)));
        let (mut certain, mut doubtful) = (None, None);
        for (entry, waited) in waits {
            let first = match waited {
                Waited::Yes => &mut certain,
                Waited::HostLate(_) => &mut doubtful,
                Waited::No => continue,
            };
            let earlier = first.is_none_or(|(it, _)| entry < it);
            if earlier {
                *first = Some((entry, waited));
            }
        }
        certain.or(doubtful)
    }

    /// Commands that wait for the end of the handshake or of a search, and when their answer is due. None after a
    /// search that need not end by itself.
    fn owed_by_queued(&self) -> Vec<(usize, Duration)> {
        let behind = match self.phase {
            Phase::Thinking => self.view.searches.last().and_then(ends_by),
            _ => Some(Duration::ZERO),
        };
        let Some(behind) = behind else {
            return Vec::new();
        };
        let searches = |it: &&(usize, Command<D>)| matches!(it.1, Command::Go(_));
        let waiting = self.queued.iter().take_while(|it| !searches(it));
        let owed = waiting.filter(|it| matches!(it.1, Command::IsReady | Command::Quit));
        owed.map(|(entry, _)| (*entry, self.view.entries[*entry].time.max(behind)))
            .collect()
    }
}

/// When a search must have ended by itself, without ponderhit's own limit.
fn ends_by<D: Dialect>(search: &Search<D>) -> Option<Duration> {
    let limits = search.limits();
    if search.waits_for_hit() || limits.infinite || limits.unclear {
        None
    } else if limits.are_within(SMALL_DEPTH, SMALL_NODES) {
        Some(search.started)
    } else {
        limits.clock.map(|left| search.started.saturating_add(left))
    }
}
