//! Finds an engine that counts the nodes of all its searches together, although `nodes` counts from `go` (`UCCI I7`).

use super::{
    view::{Search, View, info_items},
    wire::{GoMode, Item},
};
use crate::protocol::search::BoardGame;

/// From this number of successive searches on that each begin above the count of the search before, it is no
/// coincidence that a search to the same depth counts more nodes each time.
const MIN_GROWING_SEARCHES: usize = 7;

/// The counts of nodes in the last searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounts {
    /// The depth and the last count of the last search.
    last_search: Option<(u64, u64)>,
    /// The hash keys of the last two positions. In a game, each position may need more nodes than the one before, so only
    /// searches of one or two positions again and again are counted.
    last_positions: [Option<u64>; 2],
    /// The number of successive searches to the same depth, of positions that were just searched, whose first count is
    /// above the last count of the search before.
    growing_count: usize,
}

impl NodeCounts {
    /// The counts up to a search, from the counts up to the search before it.
    pub(super) fn with_next(self, view: &View, search: &Search) -> NodeCounts {
        let GoMode::Depth(depth) = search.go.mode else {
            return NodeCounts::default();
        };
        let mut counts = info_items(view, search).filter_map(|it| match it.1 {
            Item::Nodes(count) => Some(*count),
            _ => None,
        });
        let Some(first) = counts.next().filter(|_| !search.is_doubtful) else {
            return NodeCounts::default();
        };
        let last = counts.next_back().unwrap_or(first);
        let position = search.position().map(BoardGame::hash_key);
        let is_repeated = position.is_some() && self.last_positions.contains(&position);
        let grows = self
            .last_search
            .is_some_and(|it| it.0 == depth && first > it.1 && is_repeated);
        NodeCounts {
            last_search: Some((depth, last)),
            last_positions: [position, self.last_positions[0]],
            growing_count: if grows { self.growing_count + 1 } else { 0 },
        }
    }

    /// The number of successive searches that each began above the count of the search before, if it proves that the
    /// engine counts all searches together.
    pub(super) fn proven_growth(self) -> Option<usize> {
        (self.growing_count >= MIN_GROWING_SEARCHES).then_some(self.growing_count)
    }
}
