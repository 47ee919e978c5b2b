//! Fences: an answered `isready` proves that the engine has read the lines before it. If a second of silence follows
//! the answer, the engine has also answered those lines.
//!
//! Many engines answer `isready` in one thread and end a search in another one, so a `readyok` may overtake the answer
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

/// The length of a silence after a fence that proves that no more answers come. The scale multiplies this time.
const SILENCE: Duration = Duration::from_secs(1);

/// The timeout of an answer. The scale multiplies this time.
const NEVER: Duration = Duration::from_secs(10);

/// The greatest number of `stop` commands that are tracked one by one. Further `stop` commands are only counted.
const STOPS: usize = 1000;

/// The last fences and the time of the last output. A line is identified by its index in the whole conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct Fences {
    /// The last answered `isready` commands. The latest `isready` is at the end.
    answered: VecDeque<usize>,
    /// The latest `isready` that the engine has certainly read and that is not yet followed by silence.
    open: Option<usize>,
    /// The latest `isready` that the engine has certainly read while results are in doubt.
    unsettled: Option<usize>,
    last_output: Duration,
    /// The number of answers, for each kind of question, that may belong to lines outside the grammar.
    extra: [usize; 2],
    /// The latest line outside the grammar that may be answered.
    extra_since: usize,
}

impl Fences {
    /// Stores the time of a line of the engine.
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

    /// Takes an answer that no question asked for, if lines outside the grammar may be answered.
    pub(super) fn take_extra(&mut self, kind: Asked) -> bool {
        let extra = &mut self.extra[place(kind)];
        let may = *extra > 0;
        *extra = extra.saturating_sub(1);
        may
    }

    /// The `isready` that the engine had certainly read when this answer came. If other lines may have been answered
    /// before, this is an earlier `isready`.
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

/// The `stop` commands whose answer may still come as a separate `nobestmove` (`UCCI X8`).
#[derive(Clone, Debug, Default)]
pub(super) struct Stops {
    /// The index of the latest line of each group of `stop` commands, and the size of the group.
    open: VecDeque<(usize, usize)>,
    /// The number of `stop` commands to an idle engine that were not answered in time. Late answers to these `stop`
    /// commands are accepted.
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

    /// Handles an answered `stop`: the oldest `stop` is removed, so that later ones may still be answered.
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

    /// Takes a late answer to a `stop`, if one may come.
    pub(super) fn take_late(&mut self) -> bool {
        let late = self.late > 0;
        self.late = self.late.saturating_sub(1);
        late
    }
}

impl<D: Dialect> Tracker<D> {
    /// Handles the answer to an `isready` that was sent as line `asked` in state `phase`.
    pub(super) fn fence(&mut self, asked: usize, phase: Phase) {
        let Some(sent) = self.fences.answer(asked) else {
            return;
        };
        // The engine still runs, so it has not accepted an earlier line as `quit`.
        let certain = !self.doubts.has(DoubtKind::Everything);
        if certain && self.maybe_quit.is_some_and(|it| it.nth < sent) {
            self.maybe_quit = None;
            self.end_doubt(DoubtKind::Quit);
        }
        // During a search the answer to its `stop` can still come.
        if phase == Phase::Idle && self.phase == Phase::Idle {
            self.fences.open = Some(sent);
        }
        self.fence_in_doubt(sent, Fence::Read);
        if self.uncertain_results.is_some() {
            self.fences.open = Some(sent);
            self.fences.unsettled = Some(sent);
        }
    }

    /// Checks, when time has passed, whether the silence after a fence is long enough.
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

    /// No more answers can come to commands before the line `sent`.
    fn expire_before(&mut self, sent: usize) {
        self.stops.expire(sent);
        for stop in &mut self.view.idle_stops {
            let expired = stop.nth < sent;
            self.stops.late += usize::from(expired && !stop.expired && stop.answer.is_none());
            stop.expired |= expired;
        }
        let skipped = |it: &Ask<D>| it.skippable && it.answer.is_none() && it.nth < sent;
        self.view.asks.retain(|it| !skipped(it));
        // During a search the engine may hold answers back.
        let read = !self.doubts.has(DoubtKind::Deferral);
        let answered = self.view.asks.iter().all(|it| it.answer.is_some());
        if read && answered && self.fences.extra_since < sent {
            self.fences.extra = [0, 0];
            self.end_doubt(DoubtKind::Answers);
            // Commands that were sent in another protocol are answered, too.
            self.end_doubt(DoubtKind::Everything);
        }
        if self.greetings.open > 0 && self.greetings.latest < sent {
            self.greetings.open = 0;
            self.end_doubt(DoubtKind::Handshake);
        }
    }
}
