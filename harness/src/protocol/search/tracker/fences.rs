//! Fences: an answered `isready` proves that the engine has read the lines before it. If a second of silence follows
//! the `readyok`, the engine has also answered the lines before the `isready`.
//!
//! Many engines answer `isready` in one thread and end a search in another one, so a `readyok` may overtake the answer
//! to a `stop`.

use std::{collections::VecDeque, time::Duration};

use super::{
    Tracker,
    doubts::{DoubtKind, IsreadyProof},
};
use crate::protocol::{
    deadline::WaitResult,
    search::{AskedQuestion, Dialect, EnginePhase, QuestionKind},
};

/// How long the engine must be silent after an answered `isready` to prove that no more answers come. The run's timeout
/// scale (`--timeout-scale`) multiplies this time.
const SILENCE_AFTER_ISREADY: Duration = Duration::from_secs(1);

/// The time after which an answer is overdue. The run's timeout scale (`--timeout-scale`) multiplies this time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The greatest number of `stop` commands that are tracked one by one. If there are more `stop` commands than this
/// number, only the count and the latest line of the rest are stored.
const MAX_TRACKED_STOPS: usize = 1000;

/// The last fences (answered `isready` commands) and the time of the last output. A line is
/// identified by its index in the whole conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct Fences {
    /// The last answered `isready` commands. The latest answered `isready` is at the end of the queue.
    answered_isready: VecDeque<usize>,
    /// The latest `isready` that the engine has certainly read and that is not yet followed by silence.
    isready_without_silence: Option<usize>,
    /// The latest `isready` that the engine has certainly read while it is uncertain which `go` a
    /// result belongs to.
    isready_in_results_doubt: Option<usize>,
    last_output_time: Duration,
    /// How many answers to lines outside the grammar may still come: the first number is for `isready`, the second for
    /// protocol-specific questions (such as `probe`).
    extra_answer_counts: [usize; 2],
    /// The latest line outside the grammar to which an answer may still come.
    last_line_with_extra_answer: usize,
}

impl Fences {
    /// Stores the time of a line of the engine as the time of the last output.
    pub(super) fn store_output_time(&mut self, now: Duration) {
        self.last_output_time = now;
    }

    pub(super) fn add_extra_answer(&mut self, kind: QuestionKind, line: usize) {
        self.last_line_with_extra_answer = self.last_line_with_extra_answer.max(line);
        self.extra_answer_counts[kind_index(kind)] += 1;
    }

    pub(super) fn extra_answer_count(&self, kind: QuestionKind) -> usize {
        self.extra_answer_counts[kind_index(kind)]
    }

    /// Accepts an answer that no question asked for, if a line outside the grammar may have asked
    /// for it. Returns false if the answer is not accepted.
    pub(super) fn take_extra_answer(&mut self, kind: QuestionKind) -> bool {
        let extra = &mut self.extra_answer_counts[kind_index(kind)];
        let may = *extra > 0;
        *extra = extra.saturating_sub(1);
        may
    }

    /// Stores that the `isready` in line `asked` was answered, and returns the latest `isready` that the engine has
    /// certainly read. If the answer may belong to another line, the engine has certainly read only an earlier
    /// `isready`, and the function returns the earlier one.
    fn store_answered_isready(&mut self, asked: usize) -> Option<usize> {
        let extra = self.extra_answer_count(QuestionKind::IsReady);
        self.answered_isready.push_back(asked);
        while self.answered_isready.len() > extra + 1 {
            self.answered_isready.pop_front();
        }
        (self.answered_isready.len() > extra).then(|| self.answered_isready[0])
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
    /// Groups of `stop` commands: for each group, the index of its latest line, and the number of commands in it.
    open_stop_groups: VecDeque<(usize, usize)>,
    /// The number of `stop` commands to an idle engine that were not answered in time. Late answers to `stop` commands
    /// that were sent to an idle engine are accepted.
    late_stop_count: usize,
}

impl UnansweredStops {
    pub(super) fn add_stop(&mut self, at: usize) {
        let full = self.open_stop_groups.len() >= MAX_TRACKED_STOPS;
        match self.open_stop_groups.back_mut() {
            Some(last) if full => *last = (at, last.1 + 1),
            _ => self.open_stop_groups.push_back((at, 1)),
        }
    }

    pub(super) fn open_stop_count(&self) -> usize {
        self.open_stop_groups.iter().map(|it| it.1).sum()
    }

    /// Handles the answer to a `stop`: the oldest unanswered `stop` is removed, so that later `stop` commands may still
    /// be answered.
    pub(super) fn remove_oldest_stop(&mut self) {
        if let Some(first) = self.open_stop_groups.front_mut() {
            first.1 -= 1;
            if first.1 == 0 {
                self.open_stop_groups.pop_front();
            }
        }
    }

    fn remove_stops_before(&mut self, before: usize) {
        self.open_stop_groups.retain(|it| it.0 >= before);
    }

    /// Accepts a late answer to a `stop`. Returns false if no late answer to a `stop` can come.
    pub(super) fn take_late_answer(&mut self) -> bool {
        let late = self.late_stop_count > 0;
        self.late_stop_count = self.late_stop_count.saturating_sub(1);
        late
    }
}

impl<D: Dialect> Tracker<D> {
    /// Handles the answer to an `isready` that was sent as line `asked` in state `phase`.
    pub(super) fn handle_isready_answer(&mut self, asked: usize, phase: EnginePhase) {
        let Some(sent) = self.fences.store_answered_isready(asked) else {
            return;
        };
        // The engine still runs, so it has not accepted an earlier line as `quit`.
        let certain = !self.open_doubts.has_open_range(DoubtKind::Everything);
        if certain && self.possible_quit.is_some_and(|it| it.line_index < sent) {
            self.possible_quit = None;
            self.end_doubt(DoubtKind::QuitAccepted);
        }
        // During a search the answer to its `stop` can still come.
        if phase == EnginePhase::Idle && self.phase == EnginePhase::Idle {
            self.fences.isready_without_silence = Some(sent);
        }
        self.handle_isready_in_doubt(sent, IsreadyProof::LinesRead);
        if self.uncertain_results.is_some() {
            self.fences.isready_without_silence = Some(sent);
            self.fences.isready_in_results_doubt = Some(sent);
        }
    }

    /// Checks whether the silence after an answered `isready` is now so long that no more answers can come to earlier
    /// commands.
    pub(super) fn check_silence_after_isready(&mut self) {
        if let Some(sent) = self.fences.isready_in_results_doubt {
            let waited =
                self.view
                    .timing
                    .check_wait(self.fences.last_output_time, self.now, ANSWER_TIMEOUT);
            if waited == WaitResult::LongEnough {
                self.fences.isready_in_results_doubt = None;
                self.handle_isready_in_doubt(sent, IsreadyProof::LongSilentAfterwards);
            }
        }
        let Some(sent) = self.fences.isready_without_silence else {
            return;
        };
        let waited = self.view.timing.check_wait(
            self.fences.last_output_time,
            self.now,
            SILENCE_AFTER_ISREADY,
        );
        if waited == WaitResult::LongEnough {
            self.fences.isready_without_silence = None;
            self.handle_isready_in_doubt(sent, IsreadyProof::SilentAfterwards);
            self.expire_answers_before(sent);
        }
    }

    /// Stores that no more answers can come to commands before the line `sent`.
    fn expire_answers_before(&mut self, sent: usize) {
        self.unanswered_stops.remove_stops_before(sent);
        for stop in &mut self.view.idle_stops {
            let expired = stop.conversation_index < sent;
            self.unanswered_stops.late_stop_count +=
                usize::from(expired && !stop.is_expired && stop.answer.is_none());
            stop.is_expired |= expired;
        }
        let skipped = |it: &AskedQuestion<D>| {
            it.may_be_skipped && it.answer_entry.is_none() && it.conversation_index < sent
        };
        self.view.questions.retain(|it| !skipped(it));
        // In batch mode an engine may hold answers back during a search.
        let read = !self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
        let answered = self
            .view
            .questions
            .iter()
            .all(|it| it.answer_entry.is_some());
        if read && answered && self.fences.last_line_with_extra_answer < sent {
            self.fences.extra_answer_counts = [0, 0];
            self.end_doubt(DoubtKind::QuestionOfAnswer);
            // Answers to commands of another protocol can no longer come.
            self.end_doubt(DoubtKind::Everything);
        }
        if self.later_greetings.unanswered_count > 0 && self.later_greetings.latest_index < sent {
            self.later_greetings.unanswered_count = 0;
            self.end_doubt(DoubtKind::HandshakeLines);
        }
    }
}
