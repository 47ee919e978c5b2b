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

/// A `go infinite` that should search more nodes than the limit of an earlier `go nodes`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodesAfterLimit {
    pub(super) limit: u64,
    pub(super) nodes: u64,
    pub(super) reached: usize,
    /// The time in which a search of the same position went deeper than `reached`, before the limit was sent.
    pub(super) earlier_time: Duration,
    pub(super) duration: Duration,
    pub(super) time_after_depth: Duration,
}

/// A `go infinite` that should go deeper than the limit of an earlier `go`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DepthAfterLimit {
    /// The limit of the earlier `go`.
    pub(super) limit: usize,
    /// The greatest depth that the search reported.
    pub(super) reached: usize,
    /// The time in which a search of the same position went deeper than the limit, before the limit was sent.
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
        mut judge: impl FnMut(&Search, DepthAfterLimit),
        mut judge_nodes: impl FnMut(&Search, NodesAfterLimit),
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
            if let Some(depth) = self.depth_after_limit(view, search) {
                judge(search, depth);
            }
            if let Some(nodes) = self.nodes_after_limit(view, search) {
                judge_nodes(search, nodes);
            }
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

    fn depth_after_limit(&self, view: &View, search: &Search) -> Option<DepthAfterLimit> {
        let (earlier, limit) = (self.unlimited_search?, self.later_limit?);
        let now = UnlimitedSearch::of(view, search)?;
        let stopped = view.entry(search.stop_entry?).time;
        let reached = now.times.iter().rposition(Option::is_some)?;
        let duration = stopped.saturating_sub(search.started);
        let deepest = search.started.saturating_add(now.times[reached]?);
        (now.hash_key == earlier.hash_key).then_some(DepthAfterLimit {
            limit,
            reached,
            earlier_time: (*earlier.times.get(limit + 1)?)?,
            duration,
            time_after_depth: (view.timing).duration_without_lateness(deepest, stopped),
        })
    }
}

impl ReachedDepths {
    fn nodes_after_limit(&self, view: &View, search: &Search) -> Option<NodesAfterLimit> {
        let (earlier, limited) = (self.unlimited_search?, self.later_nodes?);
        let now = UnlimitedSearch::of(view, search)?;
        let stopped = view.entry(search.stop_entry?).time;
        let reached = now.times.iter().rposition(Option::is_some)?;
        let deepest = search.started.saturating_add(now.times[reached]?);
        (now.hash_key == earlier.hash_key).then_some(NodesAfterLimit {
            limit: limited.limit.max(limited.reported),
            nodes: now.nodes?,
            reached,
            earlier_time: (*earlier.times.get(reached + 1)?)?,
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
