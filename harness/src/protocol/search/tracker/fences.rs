//! What an answered `isready` proves: that the engine has read the lines before it, and, after a second of silence,
//! that it has answered them.
//!
//! Engines answer `isready` from another thread than the one that ends a search, so a `readyok` may overtake the answer
//! to a `stop`.

use std::{collections::VecDeque, time::Duration};

use super::{
    Tracker,
    doubts::{DoubtKind, Fence},
};
use crate::protocol::{
    deadline::Waited,
    search::{Ask, Asked, Dialect, Phase},
};

/// After a fence, such a long silence shows that no more answers come, times the scale.
const SILENCE: Duration = Duration::from_secs(1);

/// An answer later than this is missing, times the scale.
const NEVER: Duration = Duration::from_secs(10);

/// How many `stop` commands are tracked one by one; of more only the number is kept.
const STOPS: usize = 1000;

/// The last fences, and the time of the last output. Lines have their number in the whole conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct Fences {
    /// The last answered `isready` commands, the latest at the end.
    answered: VecDeque<usize>,
    /// The latest `isready` that was certainly read and is not followed by silence yet.
    open: Option<usize>,
    /// The same, while results are in doubt.
    unsettled: Option<usize>,
    last_output: Duration,
    /// How many answers may belong to lines outside the grammar.
    extra: [usize; 2],
    /// The latest of those lines.
    extra_since: usize,
}

impl Fences {
    /// A line of the engine.
    pub(super) fn note_output(&mut self, now: Duration) {
        self.last_output = now;
    }

    pub(super) fn may_answer_more(&mut self, kind: Asked, line: usize) {
        self.extra_since = self.extra_since.max(line);
        self.extra[place(kind)] += 1;
    }

    pub(super) fn extra(&self, kind: Asked) -> usize {
        self.extra[place(kind)]
    }

    /// Takes one answer without an open question, if there may be one.
    pub(super) fn take_extra(&mut self, kind: Asked) -> bool {
        let extra = &mut self.extra[place(kind)];
        let may = *extra > 0;
        *extra = extra.saturating_sub(1);
        may
    }

    /// The `isready` that was certainly read when this answer came: an earlier one if other lines may have been
    /// answered before.
    fn answer(&mut self, asked: usize) -> Option<usize> {
        let extra = self.extra(Asked::IsReady);
        self.answered.push_back(asked);
        while self.answered.len() > extra + 1 {
            self.answered.pop_front();
        }
        (self.answered.len() > extra).then(|| self.answered[0])
    }
}

const fn place(kind: Asked) -> usize {
    match kind {
        Asked::IsReady => 0,
        Asked::Own => 1,
    }
}

/// The `stop` commands that may yet be answered by a `nobestmove` of their own (`UCCI X8`).
#[derive(Clone, Debug, Default)]
pub(super) struct Stops {
    /// When they were sent, and how many at that time.
    open: VecDeque<(usize, usize)>,
    /// How many `stop` commands to an idle engine were not answered in time; an answer to them is late.
    late: usize,
}

impl Stops {
    pub(super) fn send(&mut self, at: usize) {
        let full = self.open.len() >= STOPS;
        match self.open.back_mut() {
            Some(last) if full => *last = (at, last.1 + 1),
            _ => self.open.push_back((at, 1)),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.open.iter().map(|it| it.1).sum()
    }

    /// One was answered. Which one is a guess, but later ones may certainly still be answered.
    pub(super) fn answer(&mut self) {
        if let Some(first) = self.open.front_mut() {
            first.1 -= 1;
            if first.1 == 0 {
                self.open.pop_front();
            }
        }
    }

    fn expire(&mut self, before: usize) {
        self.open.retain(|it| it.0 >= before);
    }

    /// Takes a late answer to one of them, if there may be one.
    pub(super) fn take_late(&mut self) -> bool {
        let late = self.late > 0;
        self.late = self.late.saturating_sub(1);
        late
    }
}

impl<D: Dialect> Tracker<D> {
    /// An `isready` sent at `asked`, in `phase`, was answered.
    pub(super) fn fence(&mut self, asked: usize, phase: Phase) {
        let Some(sent) = self.fences.answer(asked) else {
            return;
        };
        // The engine is running, so it has not accepted an earlier line as `quit`.
        let certain = !self.doubts.has(DoubtKind::Everything);
        if certain && self.maybe_quit.is_some_and(|it| it.nth < sent) {
            self.maybe_quit = None;
            self.end_doubt(DoubtKind::Quit);
        }
        // During a search, the answer to its `stop` is still to come.
        if phase == Phase::Idle && self.phase == Phase::Idle {
            self.fences.open = Some(sent);
        }
        self.fence_in_doubt(sent, Fence::Read);
        if self.uncertain_results.is_some() {
            self.fences.open = Some(sent);
            self.fences.unsettled = Some(sent);
        }
    }

    /// Time has passed: the silence after a fence may be long enough.
    pub(super) fn check_fences(&mut self) {
        if let Some(sent) = self.fences.unsettled {
            let waited = self
                .view
                .timing
                .waited(self.fences.last_output, self.now, NEVER);
            if waited == Waited::Yes {
                self.fences.unsettled = None;
                self.fence_in_doubt(sent, Fence::LongQuiet);
            }
        }
        let Some(sent) = self.fences.open else {
            return;
        };
        let waited = self
            .view
            .timing
            .waited(self.fences.last_output, self.now, SILENCE);
        if waited == Waited::Yes {
            self.fences.open = None;
            self.fence_in_doubt(sent, Fence::Quiet);
            self.expire_before(sent);
        }
    }

    /// No more answers come to commands sent before `sent`.
    fn expire_before(&mut self, sent: usize) {
        self.stops.expire(sent);
        for stop in &mut self.view.idle_stops {
            let expired = stop.nth < sent;
            self.stops.late += usize::from(expired && !stop.expired && stop.answer.is_none());
            stop.expired |= expired;
        }
        let skipped = |it: &Ask<D>| it.skippable && it.answer.is_none() && it.nth < sent;
        self.view.asks.retain(|it| !skipped(it));
        // A search may hold answers back.
        let read = !self.doubts.has(DoubtKind::Deferral);
        let answered = self.view.asks.iter().all(|it| it.answer.is_some());
        if read && answered && self.fences.extra_since < sent {
            self.fences.extra = [0, 0];
            self.end_doubt(DoubtKind::Answers);
            // After another protocol: all its commands are answered, too.
            self.end_doubt(DoubtKind::Everything);
        }
        if self.greetings.open > 0 && self.greetings.latest < sent {
            self.greetings.open = 0;
            self.end_doubt(DoubtKind::Handshake);
        }
    }
}
