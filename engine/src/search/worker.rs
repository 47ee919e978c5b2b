//! One thread's search: iterative deepening in aspiration windows.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use arrayvec::ArrayVec;

use super::{
    Job, MATE, MAX_EVAL, MAX_PLY, Progress, Report, SearchParams, Table, history::History,
    node::Node, pace::Pace, path::SearchPath,
};
use crate::game::{Amount, Game, Style};

/// The number of nodes between two checks of the limits.
const CHECK_EVERY: u64 = 256;

/// The longest mate, in plies, that is searched without pruning.
const LONGEST_MATE_SEARCH: i32 = 5;

/// The data that all threads of one search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    nodes: AtomicU64,
}

/// The function that receives the reports of a worker; `None` for helper threads.
pub(super) type Reporter<M> = Option<Box<dyn Fn(Report<M>) -> bool + Send>>;

/// One thread's part of a search.
pub(super) struct Worker<'a, G: Game> {
    job: &'a Job<G>,
    pub(super) params: SearchParams,
    pub(super) table: &'a Table,
    pub(super) path: SearchPath<G>,
    pub(super) history: History<G>,
    pub(super) pv_table: PvTable<G::Move>,
    shared: Arc<Shared>,
    reporter: Reporter<G::Move>,
    pace: Pace,
    /// The number of nodes since the last check of the limits; the next check is at `next_check` nodes.
    nodes: u64,
    next_check: u64,
    stopped: bool,
    /// The depth of the current iteration.
    depth: u32,
}

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        job: &'a Job<G>,
        shared: Arc<Shared>,
        reporter: Reporter<G::Move>,
        pace: Pace,
    ) -> Worker<'a, G> {
        Worker {
            params: job.params,
            table: &job.table,
            path: SearchPath::of(job),
            history: History::new(),
            pv_table: PvTable::default(),
            shared,
            reporter,
            pace,
            nodes: 0,
            next_check: 0,
            stopped: false,
            depth: 0,
            job,
        }
    }

    /// Iterative deepening, until a limit is reached or a mate is found. The helper threads begin at
    /// different depths, so that not all threads search the same nodes.
    pub(super) fn run(&mut self, first: u32) {
        let position = self.job.position();
        let limit = self.job.limits.depth.unwrap_or(MAX_PLY as u32);
        let mut value = 0;
        if !self.stopped {
            self.check_limits();
        }
        for depth in first..=limit.min(MAX_PLY as u32) {
            self.depth = depth;
            value = self.search_in_window(&position, depth, value);
            if self.stopped {
                break;
            }
            if let Some(pv) = self.pv_table.root() {
                self.report(Progress::Line {
                    depth,
                    score: value,
                    pv,
                    complete: true,
                });
            }
            // A mate within the searched depth is final.
            if value.abs() >= MATE - depth as i32 {
                if value > 0 {
                    self.find_shorter_mate(&position, value);
                }
                break;
            }
        }
        self.publish();
        if self.reporter.is_some() {
            self.shared.stop.store(true, Relaxed);
            self.report(Progress::Done);
        }
    }

    /// Searches for a mate shorter than the one found, which pruning could have hidden. This search does not
    /// prune, because alpha is a mate score.
    fn find_shorter_mate(&mut self, position: &G, value: i32) {
        for plies in (1..MATE - value)
            .step_by(2)
            .take_while(|it| *it <= LONGEST_MATE_SEARCH)
        {
            let node = Node {
                alpha: value,
                beta: MATE,
                depth: plies,
                ply: 0,
            };
            let score = self.search(position, node);
            if self.stopped {
                return;
            }
            if let Some(pv) = self.pv_table.root().filter(|_| score > value) {
                let depth = self.depth;
                self.report(Progress::Line {
                    depth,
                    score,
                    pv,
                    complete: true,
                });
                return;
            }
        }
    }

    /// Aspiration search: a narrow window around the last value, wider after each failure.
    fn search_in_window(&mut self, position: &G, depth: u32, guess: i32) -> i32 {
        let mut margin = if depth < 4 { 2 * MATE } else { 18 };
        let (mut alpha, mut beta) = (guess - margin, guess + margin);
        loop {
            let node = Node {
                alpha: alpha.max(-MATE),
                beta: beta.min(MATE),
                depth: depth as i32,
                ply: 0,
            };
            let value = self.search(position, node);
            if self.stopped || (value > node.alpha && value < node.beta) || margin > MAX_EVAL {
                return value;
            }
            margin *= 3;
            if value <= node.alpha {
                alpha = value - margin;
            } else {
                beta = value + margin;
            }
        }
    }

    /// Counts a position.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_limits();
        }
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Checks whether the search must stop, or wait for a grant.
    fn check_limits(&mut self) {
        let spent = self.pace.spend(self.nodes);
        self.publish();
        let limit = self.job.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.shared.nodes.load(Relaxed));
        self.stopped |= self.shared.stop.load(Relaxed) || left == 0;
        if spent && !self.stopped {
            self.stopped |= !self.report(Progress::Paused) || !self.pace.wait();
        }
        self.next_check = CHECK_EVERY.min(left).min(self.pace.nodes()).max(1);
    }

    fn publish(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
        self.nodes = 0;
    }

    /// The evaluation, with noise if the option `randomness` is set (`UCCI O29`).
    pub(super) fn evaluate(&self, position: &G) -> i32 {
        let value = position.evaluate(self.params.eval_params);
        let blur = match self.params.randomness {
            Amount::None => return value,
            Amount::Small => 8,
            Amount::Medium => 24,
            Amount::Large => 64,
        };
        // The noise of a position is constant within a search, and different in the next search.
        let noise = (position.key() ^ self.job.id.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        value + (noise >> 40) as i32 % (2 * blur + 1) - blur
    }

    /// The score of a draw at `ply` plies from the root, which depends on the option `style` (contempt).
    pub(super) fn draw_score(&self, ply: i32) -> i32 {
        let contempt = match self.params.eval_params.style {
            Style::Solid => 10,
            Style::Normal => 0,
            Style::Risky => -30,
        };
        if ply % 2 == 0 { contempt } else { -contempt }
    }

    pub(super) fn has_bans(&self) -> bool {
        !self.job.bans.is_empty()
    }

    /// Whether a move may be played at the root.
    pub(super) fn is_allowed(&self, step: G::Move) -> bool {
        !self.job.bans.contains(&step)
    }

    /// Reports a better line at the root before the iteration is complete.
    pub(super) fn report_line(&self, node: Node, score: i32) {
        if node.ply > 0 || self.reporter.is_none() || score >= node.beta {
            return;
        }
        if let Some(pv) = self.pv_table.root() {
            let depth = self.depth;
            self.report(Progress::Line {
                depth,
                score,
                pv,
                complete: false,
            });
        }
    }

    pub(super) fn report_root(&self, node: Node, step: G::Move) {
        if node.ply == 0 && self.params.verbose {
            self.report(Progress::Root(step));
        }
    }

    fn report(&self, progress: Progress<G::Move>) -> bool {
        let report = Report {
            id: self.job.id,
            nodes: self.shared.nodes.load(Relaxed) + self.nodes,
            progress,
        };
        self.reporter.as_ref().is_none_or(|it| it(report))
    }
}

/// The triangular table of principal variations.
#[derive(Debug)]
pub(super) struct PvTable<M> {
    lines: Vec<ArrayVec<M, { MAX_PLY + 1 }>>,
}

impl<M: Copy> Default for PvTable<M> {
    fn default() -> PvTable<M> {
        PvTable {
            lines: vec![ArrayVec::new(); MAX_PLY + 2],
        }
    }
}

impl<M: Copy> PvTable<M> {
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the variation at `ply`: the best move, followed by the variation of the next ply.
    pub(super) fn put(&mut self, ply: usize, step: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(step);
        line.extend(below[0].iter().copied().take(MAX_PLY));
    }

    fn root(&self) -> Option<Vec<M>> {
        let root = &self.lines[0];
        (!root.is_empty()).then(|| root.to_vec())
    }
}
