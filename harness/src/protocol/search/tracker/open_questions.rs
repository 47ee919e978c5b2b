//! Moves unanswered questions (such as `isready`) into the next segment, so that a missing answer does not make a
//! segment too long. A late answer is reported when it comes, and a missing answer only at the end of the conversation.

use std::{collections::BTreeMap, time::Duration};

use super::{Tracker, doubts::DoubtKind};
use crate::message::{Message, message};
use crate::protocol::{
    deadline::AnswerTiming,
    search::{AskedQuestion, Dialect, EnginePhase, EntryContent, IdleStop, View, ViewEntry},
};

/// The reason why answers are ambiguous after a command that was not answered in time.
const LATE_ANSWER_REASON: &Message = &message!(
    "doubt_late_answer",
    "a command without an answer for a long time: the answer may still come"
);

/// The timeout of an answer for which the protocol sets no limit.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The greatest number of unanswered questions that are moved to the next segment. If more questions than this number
/// are unanswered, the oldest of them are judged in the old segment.
const MAX_QUESTIONS_FOR_NEXT_SEGMENT: usize = 4096;

impl<D: Dialect> Tracker<D> {
    /// Whether a question (such as `isready`) is unanswered, so that the segment should continue.
    pub(super) fn has_unanswered_questions(&self) -> bool {
        self.view
            .questions
            .iter()
            .any(|it| it.answer_entry.is_none())
    }

    /// Whether the engine may be working on an answer: a question (such as `isready`) is unanswered
    /// and its timeout has not passed.
    pub(super) fn may_be_answering(&self) -> bool {
        let mut asks = self
            .view
            .questions
            .iter()
            .filter(|it| it.answer_entry.is_none());
        asks.any(|it| !self.is_answer_overdue(it.readable_since, self.now))
    }

    /// Moves unanswered questions from the segment that ends to the `next` one. Questions that
    /// timed out during a search are not moved, but judged in the old segment.
    pub(super) fn move_questions_to_segment(&mut self, next: &mut View<D>) {
        let asks = self.take_questions_for_next_segment();
        let open = |it: &IdleStop| it.answer.is_none() && !it.is_expired;
        let (open, closed): (Vec<_>, Vec<_>) = std::mem::take(&mut self.view.idle_stops)
            .into_iter()
            .partition(open);
        self.view.idle_stops = closed;
        let idle_stops = keep_last_elements(open);
        let owed = asks.iter().map(|it| it.entry);
        let mut places: BTreeMap<usize, usize> = owed.map(|it| (it, 0)).collect();
        for (entry, place) in &mut places {
            *place = next.entries.len();
            // The old segment judges the line of the question, so the question's entry in the next segment has no
            // content.
            next.entries.push(ViewEntry {
                content: EntryContent::Other,
                ..self.view.entries[*entry].clone()
            });
        }
        let oldest = asks.iter().map(|it| it.readable_since).min();
        let newest = asks.iter().map(|it| it.readable_since).max();
        let since = oldest.unwrap_or(self.now)..newest.unwrap_or(self.now);
        next.timing = self.view.timing.timing_for_next_segment(since);
        next.questions = asks;
        next.idle_stops = idle_stops;
        for ask in &mut next.questions {
            ask.entry = places[&ask.entry];
        }
        self.carried_entries = next.entries.len();
    }

    /// Removes from this segment the questions that are moved to the next segment. Unanswered questions that are not
    /// moved stay in this segment, and are judged if they timed out.
    fn take_questions_for_next_segment(&mut self) -> Vec<AskedQuestion<D>> {
        let asks = std::mem::take(&mut self.view.questions);
        let (mut open, answered): (Vec<_>, Vec<_>) =
            asks.into_iter().partition(|it| it.answer_entry.is_none());
        self.view.questions = answered;
        let excess = open.len().saturating_sub(MAX_QUESTIONS_FOR_NEXT_SEGMENT);
        let rest = open.split_off(excess);
        let mut carried = Vec::new();
        for ask in open {
            self.give_up_question(&ask);
            self.view.questions.push(ask);
        }
        for mut ask in rest {
            let withheld =
                ask.phase == EnginePhase::Thinking && self.search_outlasted_timeout(&mut ask);
            if withheld {
                self.give_up_question(&ask);
                self.view.questions.push(ask);
            } else {
                ask.phase = self.phase;
                carried.push(ask);
            }
        }
        carried
    }

    /// Stops waiting for the answer to a question. An answer to this question that comes later is accepted.
    fn give_up_question(&mut self, ask: &AskedQuestion<D>) {
        self.fences
            .add_extra_answer(ask.kind, ask.conversation_index);
        let at = self.view.entries[ask.entry].at;
        self.open_doubts
            .begin_range(DoubtKind::QuestionOfAnswer, at, LATE_ANSWER_REASON);
    }

    /// Whether the search during which the question was sent ran longer than the timeout of an answer. If the search
    /// ended before this timeout, the wait for the answer begins at the end of the search.
    fn search_outlasted_timeout(&self, ask: &mut AskedQuestion<D>) -> bool {
        let mut searches = self.view.searches.iter().rev();
        let search = searches.find(|it| it.entry < ask.entry);
        let Some(ended) = search.and_then(|it| self.view.result_entry(it)) else {
            return false;
        };
        let outlasted = self.is_answer_overdue(ask.readable_since, ended.time);
        if !outlasted {
            ask.readable_since = ask.readable_since.max(ended.time);
        }
        outlasted
    }

    fn is_answer_overdue(&self, since: Duration, looked: Duration) -> bool {
        let bounds = (Duration::ZERO, ANSWER_TIMEOUT);
        let due = self.view.timing.check_answer(
            since,
            None,
            looked.min(self.view.observation_end_time()),
            bounds,
        );
        matches!(due, AnswerTiming::Missing(_))
    }
}

/// The last [`MAX_QUESTIONS_FOR_NEXT_SEGMENT`] elements of a list.
fn keep_last_elements<T>(mut all: Vec<T>) -> Vec<T> {
    let excess = all.len().saturating_sub(MAX_QUESTIONS_FOR_NEXT_SEGMENT);
    all.drain(..excess);
    all
}
