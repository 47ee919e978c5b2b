//! The positions that the engine has certainly searched, so a later result for them is not from an opening book.

use std::{collections::VecDeque, time::Duration};

use super::{
    view::{Entry, MIN_MATE_SCORE, Search, View},
    wire::Response,
};

/// The maximum number of remembered positions.
const MAX_POSITIONS: usize = 64;

/// In this time, no engine finds a mate that an earlier search of the position did not find.
const NO_SEARCH_TIME: Duration = Duration::from_millis(20);

/// The positions of searches that reported a depth or nodes, and a score without a mate.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchedPositions(VecDeque<SearchedPosition>);

#[derive(Clone, Copy, Debug)]
struct SearchedPosition {
    hash_key: u64,
    duration: Duration,
}

impl SearchedPositions {
    /// Stores the position of a search with a result.
    pub(super) fn add_search(&mut self, view: &View, search: &Search) {
        let (Some(result), Some(position)) = (view.result_entry(search), search.position()) else {
            return;
        };
        let is_move = matches!(result.response(), Some(Response::BestMove(_)));
        let no_mate = view
            .last_score(search)
            .is_some_and(|it| it.unsigned_abs() < MIN_MATE_SCORE);
        if search.is_doubtful || !is_move || !no_mate || !view.has_search_info(search) {
            return;
        }
        if self.0.len() == MAX_POSITIONS {
            self.0.pop_front();
        }
        self.0.push_back(SearchedPosition {
            hash_key: position.hash_key(),
            duration: result.time.saturating_sub(search.started),
        });
    }

    /// True if the engine answered without a search although an earlier, longer search of the same position had shown
    /// that the position is not in its book and that no mate is near.
    pub(super) fn exclude_book_move(&self, search: &Search, result: &Entry) -> bool {
        let Some(position) = search.position() else {
            return false;
        };
        let duration = result.time.saturating_sub(search.started);
        let mut same = self
            .0
            .iter()
            .filter(|it| it.hash_key == position.hash_key());
        // A transcript without times does not show how long the searches lasted.
        same.any(|it| !it.duration.is_zero() && duration <= it.duration.max(NO_SEARCH_TIME))
    }
}
