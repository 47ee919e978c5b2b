//! What is certain about an idle engine immediately before each line of a segment. One pass over the segment computes
//! what is certain for all lines.

use super::{
    view::{Entry, QuestionKind, View},
    wire::Command,
};

/// What is certain about the engine immediately before one entry (line) of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IdleState {
    /// True if no late line of an ended search can come any more: no search had a result yet, or the engine answered an
    /// `isready` after the last result.
    pub(super) excludes_late_lines: bool,
    /// True if an `info` cannot belong to an ended search: no search had a result yet, or a command may have changed
    /// the position after the last result.
    pub(super) is_outside_any_search: bool,
}

/// For each entry (line) of a segment, the state of the engine immediately before the entry.
pub(super) struct IdleStates<'a> {
    entries: &'a [Entry],
    states: Vec<IdleState>,
}

impl IdleStates<'_> {
    pub(super) fn new(view: &View) -> IdleStates<'_> {
        let count = view.entries.len();
        let mut is_result = vec![false; count];
        for result in view.searches.iter().filter_map(|it| it.result_entry) {
            is_result[result] = true;
        }
        // For the index of each `readyok`, the index of the `isready` that it answers.
        let mut asked_at: Vec<Option<usize>> = vec![None; count];
        for question in &view.questions {
            if let (QuestionKind::IsReady, Some(answer)) = (question.kind, question.answer_entry) {
                asked_at[answer] = asked_at[answer].max(Some(question.entry));
            }
        }
        let before = view.dialect_notes;
        let mut last_result = None;
        let mut last_answered = None;
        let (mut was_answered, mut was_changed) = (
            before.isready_answered_after_result,
            before.position_may_have_changed_since_result,
        );
        let mut has_result = before.any_search_had_result;
        let states = view.entries.iter().enumerate().map(|(index, entry)| {
            let state = IdleState {
                excludes_late_lines: was_answered || !has_result,
                is_outside_any_search: was_changed || !has_result,
            };
            if is_result[index] {
                (last_result, has_result) = (Some(index), true);
                was_changed = false;
            }
            was_changed |= matches!(
                entry.command(),
                Some(Command::Position(_) | Command::Dialect(_))
            );
            last_answered = last_answered.max(asked_at[index]);
            let is_later = |asked: usize| last_result.is_none_or(|it| asked > it);
            was_answered = last_answered.is_some_and(is_later)
                || last_result.is_none() && before.isready_answered_after_result;
            state
        });
        IdleStates {
            states: states.collect(),
            entries: &view.entries,
        }
    }

    /// The state of the engine immediately before this entry (line).
    pub(super) fn state_before(&self, entry: &Entry) -> IdleState {
        self.states[self.entries.partition_point(|it| it.at < entry.at)]
    }
}
