//! The state of one search, from `go` to its result.

use std::time::Duration;

use super::{
    Act, Report,
    board::Board,
    go::GoCommand,
    options::Options,
    result::{BestLine, result},
    send,
};
use crate::{
    games::xiangqi::Move,
    protocol::deadline::Deadline,
    search::{Limits, MATE_FOUND, Progress},
};

/// The longest time between two `info` lines.
const STILL_THINKING: Duration = Duration::from_secs(1);

/// The state of a search.
#[derive(Debug)]
pub(super) struct Thinking {
    id: u64,
    go: GoCommand,
    started: Duration,
    deadline: Deadline,
    debug: bool,
    /// The node count and the time of the last `info`.
    last_info: (u64, Duration),
    best_line: Option<BestLine>,
    /// A legal move, which is sent if the result is due before the first report.
    any: Option<Move>,
}

impl Thinking {
    pub(super) fn begin(
        now: Duration,
        id: u64,
        go: GoCommand,
        board: &Board,
        options: &Options,
    ) -> Thinking {
        let mut moves = board.position.legal_moves();
        moves.retain(|it| !board.bans.contains(it));
        moves.sort_by_key(|it| std::cmp::Reverse(board.position.piece_at(it.to).is_some()));
        Thinking {
            id,
            started: now,
            deadline: Deadline {
                budget: go.clock.map(|it| it.budget(options.ponder)),
                clock_from: (!go.ponder).then_some(now),
                infinite: go.infinite,
                forced: moves.len() == 1,
                iteration_time: None,
                done: moves.is_empty(),
            },
            debug: options.debug,
            last_info: (0, now),
            best_line: None,
            any: moves.first().copied(),
            go,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn limits(&self) -> Limits {
        self.go.limits
    }

    /// Whether there is no move to play: mate, stalemate, or all moves are banned.
    pub(super) fn is_dead(&self) -> bool {
        self.any.is_none()
    }

    pub(super) fn ponderhit(&mut self, now: Duration, draw: bool) {
        self.deadline.ponderhit(now);
        self.go.draw |= draw;
    }

    /// Processes a report of the search, and sends `info` lines.
    pub(super) fn take_report(&mut self, now: Duration, report: Report, out: &mut Vec<Act>) {
        match report.progress {
            Progress::Line {
                depth,
                score,
                pv,
                complete,
                ..
            } => {
                let same = |it: &BestLine| it.pv.first() == pv.first();
                if !complete && self.best_line.as_ref().is_some_and(same) {
                    return;
                }
                let line: String = pv.iter().map(|it| format!(" {it}")).collect();
                send(out, &format!("info depth {depth} score {score} pv{line}"));
                let time = now.saturating_sub(self.started);
                self.send_speed(now, report.nodes, out);
                self.best_line = Some(BestLine { score, pv });
                if complete {
                    self.complete(depth, time, out);
                }
            }
            Progress::Root { step, .. } => send(out, &format!("info currmove {step}")),
            Progress::Paused | Progress::Refuted(_) | Progress::Working(_) => (),
            Progress::Done => self.deadline.done = true,
        }
    }

    fn send_speed(&mut self, now: Duration, nodes: u64, out: &mut Vec<Act>) {
        let millis = now.saturating_sub(self.started).as_millis();
        send(out, &format!("info time {millis} nodes {nodes}"));
        self.last_info = (nodes, now);
    }

    /// Sends `info time` if no `info` line was sent for [`STILL_THINKING`].
    pub(super) fn tick(&mut self, now: Duration, out: &mut Vec<Act>) {
        let (nodes, at) = self.last_info;
        if now >= at + STILL_THINKING && !self.deadline.done {
            self.send_speed(now, nodes, out);
        }
    }

    fn complete(&mut self, depth: u32, time: Duration, out: &mut Vec<Act>) {
        if self.debug {
            send(out, &format!("info message depth {depth} is complete"));
        }
        self.deadline.iteration_time = Some(time);
    }

    /// Whether the result may be sent without `stop`: not while pondering (`UCCI X5`), and not in an infinite
    /// search that has found no mate (`UCCI G4`).
    fn may_end(&self) -> bool {
        let mated = |it: &BestLine| it.score.abs() >= MATE_FOUND;
        let mated = self.best_line.as_ref().is_some_and(mated);
        let waits = self.go.infinite && !mated && !self.is_dead();
        self.deadline.clock_from.is_some() && !waits
    }

    /// Whether the search ends without another command.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.deadline.ends_by_itself()
    }

    /// Whether the result is due.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        (self.deadline.done && self.may_end()) || self.deadline.is_over(now)
    }

    /// The time at which the result or the next `info` is due.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        let still = (!self.deadline.done).then_some(self.last_info.1 + STILL_THINKING);
        self.deadline.due().into_iter().chain(still).min()
    }

    /// The result line of this search.
    pub(super) fn result(&self, board: &Board) -> String {
        result(board, self.best_line.as_ref(), self.any, self.go.draw)
    }
}
