//! The depths of searches without limits, which show whether a limit of an earlier `go` still acts (`UCI U47`).

use std::time::Duration;

use super::view::{Search, View};
use crate::protocol::search::{BoardGame as _, Command};

/// Limits from this depth on are ignored.
const MAX_DEPTH: usize = 16;

/// The last search without a limit, and the limits of later searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReachedDepths {
    unlimited_search: Option<UnlimitedSearch>,
    /// The smallest depth of a `go depth` after this search.
    later_limit: Option<usize>,
    /// The last `go nodes` after this search.
    later_nodes: Option<NodeLimit>,
}

/// The limit of a `go nodes`, and the nodes that its search reported.
#[derive(Clone, Copy, Debug)]
struct NodeLimit {
    limit: u64,
    reported: u64,
}

/// How fast the engine reached each depth in a position.
#[derive(Clone, Copy, Debug)]
struct UnlimitedSearch {
    hash_key: u64,
    /// For each depth, the time from `go` to the first `info` line with this depth or a greater one.
    times: [Option<Duration>; MAX_DEPTH],
    /// The greatest number of nodes that the search reported.
    nodes: Option<u64>,
}

/// The limit of an earlier `go`.
#[derive(Clone, Copy, Debug)]
pub(super) enum EarlierLimit {
    Depth(usize),
    /// The greatest number of nodes of the earlier `go nodes` or of its search, and the nodes that the later search
    /// reported.
    Nodes {
        limit: u64,
        reported: u64,
    },
}

/// A `go infinite` that should go deeper than the limit of an earlier `go` allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchAfterLimit {
    pub(super) limit: EarlierLimit,
    /// The greatest depth that the search reported.
    pub(super) reached: usize,
    /// The time in which a search of the same position went deeper, before the limit was sent.
    pub(super) earlier_time: Duration,
    /// The time from the `go` to its `stop`.
    pub(super) duration: Duration,
    /// The time from the first `info` line with the greatest depth to the `stop`, minus the lateness of the
    /// host. Before this line the engine may have cleared its hash table.
    pub(super) time_after_depth: Duration,
}

impl ReachedDepths {
    /// Calls `judge` for each search that follows a limit, and returns the facts that the next segment needs.
    pub(super) fn follow(
        mut self,
        view: &View,
        mut judge: impl FnMut(&Search, SearchAfterLimit),
    ) -> ReachedDepths {
        let mut searches = view.searches.iter().peekable();
        for (index, entry) in view.entries.iter().enumerate() {
            // Another value of an option may be the reason why a search is slower.
            if matches!(
                entry.command(),
                Some(Command::SetOption { .. } | Command::Greet | Command::Other)
            ) {
                self = ReachedDepths::default();
            }
            let Some(search) = searches.next_if(|it| it.entry == index) else {
                continue;
            };
            let after_depth = self.search_after_depth(view, search);
            let after_nodes = self.search_after_nodes(view, search);
            let after_limits = after_depth.into_iter().chain(after_nodes);
            after_limits.for_each(|it| judge(search, it));
            self.add_search(view, search);
        }
        self
    }

    fn add_search(&mut self, view: &View, search: &Search) {
        if let Some(unlimited_search) = UnlimitedSearch::of(view, search) {
            *self = ReachedDepths {
                unlimited_search: Some(unlimited_search),
                ..ReachedDepths::default()
            };
        } else if let Some(nodes) = search.go.nodes
            && let Ok(limit @ 1..) = u64::try_from(nodes)
        {
            let reported = reported_nodes(view, search).unwrap_or(0);
            // An engine that ignores the limit has not kept it.
            let is_kept = reported <= 10_000.max(limit.saturating_mul(10));
            self.later_nodes = is_kept.then_some(NodeLimit { limit, reported });
        } else if let Some(depth) = search.go.depth
            && let Ok(depth @ 1..) = usize::try_from(depth)
        {
            self.later_limit = Some(self.later_limit.map_or(depth, |it| it.min(depth)));
        }
    }

    fn search_after_depth(&self, view: &View, search: &Search) -> Option<SearchAfterLimit> {
        let limit = self.later_limit?;
        let now = UnlimitedSearch::of(view, search)?;
        self.compare(view, search, now, EarlierLimit::Depth(limit), limit + 1)
    }

    fn search_after_nodes(&self, view: &View, search: &Search) -> Option<SearchAfterLimit> {
        let limited = self.later_nodes?;
        let now = UnlimitedSearch::of(view, search)?;
        let limit = EarlierLimit::Nodes {
            limit: limited.limit.max(limited.reported),
            reported: now.nodes?,
        };
        self.compare(view, search, now, limit, now.reached()? + 1)
    }

    /// Compares a search with the unlimited search of the same position, which reached the depth `deeper`.
    fn compare(
        &self,
        view: &View,
        search: &Search,
        now: UnlimitedSearch,
        limit: EarlierLimit,
        deeper: usize,
    ) -> Option<SearchAfterLimit> {
        let earlier = self.unlimited_search?;
        let stopped = view.entry(search.stop_entry?).time;
        let reached = now.reached()?;
        let deepest = search.started.saturating_add(now.times[reached]?);
        (now.hash_key == earlier.hash_key).then_some(SearchAfterLimit {
            limit,
            reached,
            earlier_time: (*earlier.times.get(deeper)?)?,
            duration: stopped.saturating_sub(search.started),
            time_after_depth: (view.timing).duration_without_lateness(deepest, stopped),
        })
    }
}

/// The greatest number of nodes that a search reported.
fn reported_nodes(view: &View, search: &Search) -> Option<u64> {
    let lines = view.info_lines_of_search(search);
    let nodes = lines.into_iter().filter_map(|(_, info)| info.nodes());
    nodes.max()
}

impl UnlimitedSearch {
    /// The greatest depth that the search reported.
    fn reached(&self) -> Option<usize> {
        self.times.iter().rposition(Option::is_some)
    }

    /// Returns `None` if anything other than `stop` may have limited the search.
    fn of(view: &View, search: &Search) -> Option<UnlimitedSearch> {
        let go = &search.go;
        let is_limited = go.is_ponder
            || go.depth.or(go.nodes).or(go.mate).or(go.movetime).is_some()
            || go.flaw.is_some()
            || !go.searchmoves.is_empty();
        let is_unclear = search.is_doubtful
            || search.may_be_skipped
            || search.may_have_been_stopped
            || search.interrupting_entry.is_some();
        let has_result = search.result_entry.is_some() && search.stop_entry.is_some();
        if !go.is_infinite || is_limited || is_unclear || !has_result {
            return None;
        }
        let mut times = [None; MAX_DEPTH];
        for (entry, info) in view.info_lines_of_search(search) {
            // After a mate the engine may search no deeper.
            if info.score().is_some_and(|it| it.is_mate) {
                return None;
            }
            let Some(depth) = info.depth().and_then(|it| usize::try_from(it).ok()) else {
                continue;
            };
            let reached = &mut times[..=depth.min(MAX_DEPTH - 1)];
            for time in reached {
                time.get_or_insert(entry.time.saturating_sub(search.started));
            }
        }
        Some(UnlimitedSearch {
            hash_key: search.position()?.hash_key(),
            times,
            nodes: reported_nodes(view, search),
        })
    }
}
