//! One thinking, from `go` to its result.

use std::time::Duration;

use super::{
    Act, Report,
    board::Board,
    clock::Budget,
    options::Options,
    order::Order,
    result::{Opinion, result},
    say,
};
use crate::{
    games::xiangqi::Move,
    search::{Limits, MATE_FOUND, Progress},
};

/// How long a search is silent at most.
const STILL_THINKING: Duration = Duration::from_secs(1);

/// What is known of a search, and what the interface said of it.
#[derive(Debug)]
pub(super) struct Thinking {
    id: u64,
    order: Order,
    started: Duration,
    /// What the clock gives for the move, counted from `go` or from `ponderhit`.
    budget: Option<Budget>,
    /// When the clock began to run; not while pondering.
    clock_from: Option<Duration>,
    debug: bool,
    /// What `info` told last: how many nodes, and when.
    told: (u64, Duration),
    opinion: Option<Opinion>,
    /// Any move, as long as nothing better is known.
    any: Option<Move>,
    /// There is no choice.
    forced: bool,
    /// An iteration has ended, and the next would last too long.
    enough: Option<Duration>,
    done: bool,
}

impl Thinking {
    pub(super) fn begin(
        now: Duration,
        id: u64,
        order: Order,
        board: &Board,
        options: &Options,
    ) -> Thinking {
        let mut moves = board.position.legal_moves();
        moves.retain(|it| !board.bans.contains(it));
        moves.sort_by_key(|it| std::cmp::Reverse(board.position.piece_at(it.to).is_some()));
        Thinking {
            id,
            started: now,
            budget: order.clock.map(|it| it.budget(options.ponder)),
            clock_from: (!order.ponder).then_some(now),
            debug: options.debug,
            told: (0, now),
            opinion: None,
            any: moves.first().copied(),
            forced: moves.len() == 1,
            enough: None,
            done: moves.is_empty(),
            order,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn limits(&self) -> Limits {
        self.order.limits
    }

    /// Whether there is no move to find: mate, stalemate, or everything is banned.
    pub(super) fn is_dead(&self) -> bool {
        self.any.is_none()
    }

    pub(super) fn ponderhit(&mut self, now: Duration, draw: bool) {
        self.clock_from.get_or_insert(now);
        self.order.draw |= draw;
    }

    /// Takes in what the search found, and tells of it.
    pub(super) fn hear(&mut self, now: Duration, report: Report, out: &mut Vec<Act>) {
        match report.progress {
            Progress::Line {
                depth,
                score,
                pv,
                complete,
            } => {
                let same = |it: &Opinion| it.pv.first() == pv.first();
                if !complete && self.opinion.as_ref().is_some_and(same) {
                    return;
                }
                let line: String = pv.iter().map(|it| format!(" {it}")).collect();
                say(out, &format!("info depth {depth} score {score} pv{line}"));
                let time = now.saturating_sub(self.started);
                self.tell_speed(now, report.nodes, out);
                self.opinion = Some(Opinion { score, pv });
                if complete {
                    self.complete(depth, time, out);
                }
            }
            Progress::Root(step) => say(out, &format!("info currmove {step}")),
            Progress::Paused => (),
            Progress::Done => self.done = true,
        }
    }

    fn tell_speed(&mut self, now: Duration, nodes: u64, out: &mut Vec<Act>) {
        let millis = now.saturating_sub(self.started).as_millis();
        say(out, &format!("info time {millis} nodes {nodes}"));
        self.told = (nodes, now);
    }

    /// Shows that it is still thinking, if it has said nothing for a while.
    pub(super) fn tick(&mut self, now: Duration, out: &mut Vec<Act>) {
        let (nodes, at) = self.told;
        if now >= at + STILL_THINKING && !self.done {
            self.tell_speed(now, nodes, out);
        }
    }

    fn complete(&mut self, depth: u32, time: Duration, out: &mut Vec<Act>) {
        if self.debug {
            say(out, &format!("info message depth {depth} is complete"));
        }
        self.enough = Some(time);
    }

    /// Whether the result may be given before `stop`: not while pondering (`UCCI X5`), and not in
    /// an infinite search that has found no mate (`UCCI G4`).
    fn may_end(&self) -> bool {
        let mated = |it: &Opinion| it.score.abs() >= MATE_FOUND;
        let mated = self.opinion.as_ref().is_some_and(mated);
        self.clock_from.is_some() && (!self.order.infinite || mated || self.is_dead())
    }

    /// Whether a result will come although nothing more is said.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.clock_from.is_some() && !self.order.infinite
    }

    /// Whether the result is due.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        if self.done && self.may_end() {
            return true;
        }
        let (Some(budget), Some(from)) = (self.budget, self.clock_from) else {
            return false;
        };
        // What was thought while pondering counts: after the hit it is time won.
        let thought = self.enough.unwrap_or_default();
        let settled = self.enough.is_some() && (self.forced || thought >= budget.usual);
        now >= from + budget.most || (settled && !self.order.infinite)
    }

    /// When the result is due at the latest, or something is to be said.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        let due = self.clock_from.zip(self.budget);
        let due = due.map(|(from, budget)| from + budget.most);
        let still = (!self.done).then_some(self.told.1 + STILL_THINKING);
        due.into_iter().chain(still).min()
    }

    /// The line that ends this thinking.
    pub(super) fn result(&self, board: &Board) -> String {
        result(board, self.opinion.as_ref(), self.any, self.order.draw)
    }
}
