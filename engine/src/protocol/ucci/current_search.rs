//! The state of one search, from `go` to its result.

use std::time::Duration;

use super::{
    UcciAction, XiangqiReport,
    board::Board,
    go::GoCommand,
    options::Options,
    push_line,
    result::{BestLine, result_line},
};
use crate::{
    games::xiangqi::Move,
    protocol::deadline::SearchDeadline,
    search::{MIN_MATE_SCORE, Progress, SearchLimits},
};

/// The longest time between two `info` lines.
const MAX_INFO_INTERVAL: Duration = Duration::from_secs(1);

/// The state of a search.
#[derive(Debug)]
pub(super) struct CurrentSearch {
    id: u64,
    go: GoCommand,
    started_at: Duration,
    deadline: SearchDeadline,
    debug_on: bool,
    /// The node count and the time of the last `info`.
    last_info_nodes_and_time: (u64, Duration),
    best_line: Option<BestLine>,
    /// A legal move, which the engine sends if the result is due before the first report.
    fallback_move: Option<Move>,
}

impl CurrentSearch {
    pub(super) fn new(
        now: Duration,
        id: u64,
        go: GoCommand,
        board: &Board,
        options: &Options,
    ) -> CurrentSearch {
        let mut moves = board.position.legal_moves();
        moves.retain(|it| !board.banned_moves.contains(it));
        moves.sort_by_key(|it| std::cmp::Reverse(board.position.piece_at(it.to).is_some()));
        CurrentSearch {
            id,
            started_at: now,
            deadline: SearchDeadline {
                time_budget: go.clock.map(|it| it.time_budget(options.ponder)),
                clock_started_at: (!go.is_ponder).then_some(now),
                waits_for_stop: go.is_infinite,
                has_only_one_move: moves.len() == 1,
                completed_iteration_time: None,
                search_ended: moves.is_empty(),
            },
            debug_on: options.debug,
            last_info_nodes_and_time: (0, now),
            best_line: None,
            fallback_move: moves.first().copied(),
            go,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn limits(&self) -> SearchLimits {
        self.go.limits
    }

    /// True if the engine has no move to play: mate, stalemate, or all moves are banned.
    pub(super) fn has_no_move(&self) -> bool {
        self.fallback_move.is_none()
    }

    pub(super) fn ponderhit(&mut self, now: Duration, draw: bool) {
        self.deadline.start_clock(now);
        self.go.offers_draw |= draw;
    }

    /// Processes a report of the search, and sends `info` lines.
    pub(super) fn handle_report(
        &mut self,
        now: Duration,
        report: XiangqiReport,
        out: &mut Vec<UcciAction>,
    ) {
        match report.progress {
            Progress::BestLine {
                depth,
                score,
                pv,
                iteration_complete: complete,
                ..
            } => {
                let same = |it: &BestLine| it.pv.first() == pv.first();
                if !complete && self.best_line.as_ref().is_some_and(same) {
                    return;
                }
                let line: String = pv.iter().map(|it| format!(" {it}")).collect();
                push_line(out, &format!("info depth {depth} score {score} pv{line}"));
                let time = now.saturating_sub(self.started_at);
                self.send_time_and_nodes(now, report.nodes, out);
                self.best_line = Some(BestLine { score, pv });
                if complete {
                    self.complete_iteration(depth, time, out);
                }
            }
            Progress::RootMove { step, .. } => push_line(out, &format!("info currmove {step}")),
            Progress::GrantUsedUp | Progress::RefutedRootMove(_) | Progress::CurrentLine(_) => (),
            Progress::Ended => self.deadline.search_ended = true,
        }
    }

    fn send_time_and_nodes(&mut self, now: Duration, nodes: u64, out: &mut Vec<UcciAction>) {
        let millis = now.saturating_sub(self.started_at).as_millis();
        push_line(out, &format!("info time {millis} nodes {nodes}"));
        self.last_info_nodes_and_time = (nodes, now);
    }

    /// Sends `info time` if no `info` line was sent for [`MAX_INFO_INTERVAL`].
    pub(super) fn send_info_if_due(&mut self, now: Duration, out: &mut Vec<UcciAction>) {
        let (nodes, at) = self.last_info_nodes_and_time;
        if now >= at + MAX_INFO_INTERVAL && !self.deadline.search_ended {
            self.send_time_and_nodes(now, nodes, out);
        }
    }

    fn complete_iteration(&mut self, depth: u32, time: Duration, out: &mut Vec<UcciAction>) {
        if self.debug_on {
            push_line(out, &format!("info message depth {depth} is complete"));
        }
        self.deadline.completed_iteration_time = Some(time);
    }

    /// True if the engine may send the result without `stop`. While pondering, the engine must not
    /// send the result without a command (`UCCI X5`). In an infinite search, the engine may send
    /// the result without `stop` only if it has found a mate (`UCCI G4`) or has no move.
    fn may_end_without_stop(&self) -> bool {
        let mated = |it: &BestLine| it.score.abs() >= MIN_MATE_SCORE;
        let mated = self.best_line.as_ref().is_some_and(mated);
        let waits = self.go.is_infinite && !mated && !self.has_no_move();
        self.deadline.clock_started_at.is_some() && !waits
    }

    /// True if the search ends without another command.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.deadline.may_end_without_stop()
    }

    /// Whether the result is due.
    pub(super) fn is_result_due(&self, now: Duration) -> bool {
        (self.deadline.search_ended && self.may_end_without_stop())
            || self.deadline.is_time_used_up(now)
    }

    /// The time at which the result or the next `info` is due.
    pub(super) fn next_wakeup(&self) -> Option<Duration> {
        let still = (!self.deadline.search_ended)
            .then_some(self.last_info_nodes_and_time.1 + MAX_INFO_INTERVAL);
        self.deadline.hard_limit_at().into_iter().chain(still).min()
    }

    /// The result line of this search.
    pub(super) fn result_line(&self, board: &Board) -> String {
        result_line(
            board,
            self.best_line.as_ref(),
            self.fallback_move,
            self.go.offers_draw,
        )
    }
}
