//! Finds an engine that obeys `stop` in batch mode: a search to a fixed depth ends before this depth (`UCCI ST8`).

use super::{
    view::{InfiniteEndReason, Search, View, info_items},
    wire::{Command, GoMode, Item},
};

/// From this number of complete searches on, the engine certainly reports the depth that a search reaches.
const MIN_COMPLETE_SEARCHES: usize = 2;

/// The last successive searches of one position to one depth that reported this depth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FullDepths {
    /// The hash key of the position, and the depth.
    searched: Option<(u64, u64)>,
    count: usize,
}

impl FullDepths {
    /// The same up to a search, from the searches before it.
    pub(super) fn with_next(self, view: &View, search: &Search) -> FullDepths {
        let Some(next) = limits_of(search) else {
            return FullDepths::default();
        };
        if search.is_doubtful || search.stop_entry.is_some() || has_deferred_stop(view, search) {
            return self;
        }
        match greatest_depth(view, search) == Some(next.1) {
            true if self.searched == Some(next) => FullDepths {
                count: self.count + 1,
                ..self
            },
            true => FullDepths {
                searched: Some(next),
                count: 1,
            },
            false => FullDepths::default(),
        }
    }

    /// The depth that a search reached in batch mode, if a `stop` ended it before the depth that it should reach. `self`
    /// is the state before the search.
    pub(super) fn depth_at_stop(self, view: &View, search: &Search) -> Option<u64> {
        let limits = limits_of(search).filter(|it| self.searched == Some(*it))?;
        let result = view.result_entry(search)?;
        let reached = greatest_depth(view, search)?;
        let is_proven = self.count >= MIN_COMPLETE_SEARCHES
            && reached < limits.1
            && has_deferred_stop(view, search)
            && search.result_excused_since.is_none()
            && matches!(
                view.infinite_end_reason(search, result),
                InfiniteEndReason::WithoutMate(_)
            );
        is_proven.then_some(reached)
    }
}

/// The position and the depth of a search.
fn limits_of(search: &Search) -> Option<(u64, u64)> {
    match search.go.mode {
        GoMode::Depth(depth) => search.position().map(|it| (it.hash_key(), depth)),
        _ => None,
    }
}

fn has_deferred_stop(view: &View, search: &Search) -> bool {
    let is_stop = |it: &Command| *it == Command::Stop;
    view.first_deferred_command(search, is_stop).is_some()
}

/// The greatest depth that the `info` lines of the search report.
fn greatest_depth(view: &View, search: &Search) -> Option<u64> {
    let depths = info_items(view, search).filter_map(|it| match it.1 {
        Item::Depth(depth) => Some(*depth),
        _ => None,
    });
    depths.max()
}
