//! Fences: an answered `isready` proves that the engine has read the lines before it. If a second of silence follows
//! the answer, the engine has also answered those lines.
//!
//! Many engines answer `isready` in one thread and end a search in another one, so a `readyok` may overtake the answer
//! to a `stop`.

use std::{collections::VecDeque, time::Duration};

use super::{
    Tracker,
    doubts::{DoubtKind, FenceProof},
};
use crate::protocol::{
    deadline::WaitResult,
    search::{AskedQuestion, Dialect, Phase, QuestionKind},
};

/// The length of a silence after a fence that proves that no more answers come. The scale multiplies this time.
const FENCE_SILENCE: Duration = Duration::from_secs(1);

/// The timeout of an answer. The scale multiplies this time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The greatest number of `stop` commands that are tracked one by one. Further `stop` commands are only counted.
const MAX_TRACKED_STOPS: usize = 1000;

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
    extra_answers: [usize; 2],
    /// The latest line outside the grammar that may be answered.
    last_extra_line: usize,
}

impl Fences {
    /// Stores the time of a line of the engine.
    pub(super) fn note_output(&mut self, now: Duration) {
        self.last_output = now;
    }

    pub(super) fn add_extra_answer(&mut self, kind: QuestionKind, line: usize) {
        self.last_extra_line = self.last_extra_line.max(line);
        self.extra_answers[kind_index(kind)] += 1;
    }

    pub(super) fn extra_answers(&self, kind: QuestionKind) -> usize {
        self.extra_answers[kind_index(kind)]
    }

    /// Takes an answer that no question asked for, if lines outside the grammar may be answered.
    pub(super) fn take_extra_answer(&mut self, kind: QuestionKind) -> bool {
        let extra = &mut self.extra_answers[kind_index(kind)];
        let may = *extra > 0;
        *extra = extra.saturating_sub(1);
        may
    }

    /// The `isready` that the engine had certainly read when this answer came. If other lines may have been answered
    /// before, this is an earlier `isready`.
    fn note_answered(&mut self, asked: usize) -> Option<usize> {
        let extra = self.extra_answers(QuestionKind::IsReady);
        self.answered.push_back(asked);
        while self.answered.len() > extra + 1 {
            self.answered.pop_front();
        }
        (self.answered.len() > extra).then(|| self.answered[0])
    }
}

const fn kind_index(kind: QuestionKind) -> usize {
    match kind {
        QuestionKind::IsReady => 0,
        QuestionKind::DialectQuestion => 1,
    }
}

/// The `stop` commands whose answer may still come as a separate `nobestmove` (`UCCI X8`).
#[derive(Clone, Debug, Default)]
pub(super) struct UnansweredStops {
    /// The index of the latest line of each group of `stop` commands, and the size of the group.
    open: VecDeque<(usize, usize)>,
    /// The number of `stop` commands to an idle engine that were not answered in time. Late answers to these `stop`
    /// commands are accepted.
    late: usize,
}

impl UnansweredStops {
    pub(super) fn add_stop(&mut self, at: usize) {
        let full = self.open.len() >= MAX_TRACKED_STOPS;
        match self.open.back_mut() {
            Some(last) if full => *last = (at, last.1 + 1),
            _ => self.open.push_back((at, 1)),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.open.iter().map(|it| it.1).sum()
    }

    /// Handles an answered `stop`: the oldest `stop` is removed, so that later ones may still be answered.
    pub(super) fn remove_oldest(&mut self) {
        if let Some(first) = self.open.front_mut() {
            first.1 -= 1;
            if first.1 == 0 {
                self.open.pop_front();
            }
        }
    }

    fn remove_before(&mut self, before: usize) {
        self.open.retain(|it| it.0 >= before);
    }

    /// Takes a late answer to a `stop`, if one may come.
    pub(super) fn take_late_answer(&mut self) -> bool {
        let late = self.late > 0;
        self.late = self.late.saturating_sub(1);
        late
    }
}

impl<D: Dialect> Tracker<D> {
    /// Handles the answer to an `isready` that was sent as line `asked` in state `phase`.
    pub(super) fn handle_fence(&mut self, asked: usize, phase: Phase) {
        let Some(sent) = self.fences.note_answered(asked) else {
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
        self.handle_doubtful_fence(sent, FenceProof::Read);
        if self.uncertain_results.is_some() {
            self.fences.open = Some(sent);
            self.fences.unsettled = Some(sent);
        }
    }

    /// Checks, when time has passed, whether the silence after a fence is long enough.
    pub(super) fn check_fences(&mut self) {
        if let Some(sent) = self.fences.unsettled {
            let waited =
                self.view
                    .timing
                    .check_wait(self.fences.last_output, self.now, ANSWER_TIMEOUT);
            if waited == WaitResult::LongEnough {
                self.fences.unsettled = None;
                self.handle_doubtful_fence(sent, FenceProof::LongQuiet);
            }
        }
        let Some(sent) = self.fences.open else {
            return;
        };
        let waited = self
            .view
            .timing
            .check_wait(self.fences.last_output, self.now, FENCE_SILENCE);
        if waited == WaitResult::LongEnough {
            self.fences.open = None;
            self.handle_doubtful_fence(sent, FenceProof::Quiet);
            self.expire_answers_before(sent);
        }
    }

    /// No more answers can come to commands before the line `sent`.
    fn expire_answers_before(&mut self, sent: usize) {
        self.stops.remove_before(sent);
        for stop in &mut self.view.idle_stops {
            let expired = stop.conversation_index < sent;
            self.stops.late += usize::from(expired && !stop.expired && stop.answer.is_none());
            stop.expired |= expired;
        }
        let skipped = |it: &AskedQuestion<D>| {
            it.skippable && it.answer.is_none() && it.conversation_index < sent
        };
        self.view.questions.retain(|it| !skipped(it));
        // During a search the engine may hold answers back.
        let read = !self.doubts.has(DoubtKind::Deferral);
        let answered = self.view.questions.iter().all(|it| it.answer.is_some());
        if read && answered && self.fences.last_extra_line < sent {
            self.fences.extra_answers = [0, 0];
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
