//! The search of one thread: iterative deepening in aspiration windows.

use std::{
    cmp::Reverse,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use arrayvec::ArrayVec;

use super::{
    HashTable, MATE_SCORE, MAX_EVALUATION, MAX_PLY, Progress, SearchJob, SearchParams,
    SearchReport,
    history::MoveOrderingHistory,
    node::{ChildMove, Node},
    path::SearchPath,
    speed_control::Pace,
};
use crate::game::{Game, GenType, MoveList, OptionLevel, Style};

/// The number of nodes between two checks of the limits.
const NODES_PER_LIMIT_CHECK: u64 = 256;

/// The number of nodes between two reports of [`Progress::CurrentLine`].
const NODES_PER_LINE_REPORT: u64 = 1 << 15;

/// When a mate is known, a search without pruning tries to find a shorter mate. The search for a shorter mate tries
/// only mates of at most this length, in plies.
const MAX_MATE_SEARCH_PLIES: i32 = 5;

/// The data that all threads of one search share.
#[derive(Debug, Default)]
pub(super) struct SharedState {
    pub(super) stop_requested: AtomicBool,
    nodes: AtomicU64,
}

/// The function that receives the reports of a worker; `None` for helper threads.
pub(super) type Reporter<M> = Option<Box<dyn Fn(SearchReport<M>) -> bool + Send>>;

/// One thread of a search, with its own data.
pub(super) struct Worker<'a, G: Game> {
    job: &'a SearchJob<G>,
    pub(super) params: SearchParams,
    pub(super) hash_table: &'a HashTable,
    pub(super) path: SearchPath<G>,
    pub(super) history: MoveOrderingHistory<G>,
    pub(super) pv_table: PvTable<G::Move>,
    shared: Arc<SharedState>,
    reporter: Reporter<G::Move>,
    pace: Pace,
    /// The number of nodes since the last check of the limits. When `nodes_since_limit_check` reaches
    /// `next_limit_check_at`, the next check of the limits is due.
    nodes_since_limit_check: u64,
    next_limit_check_at: u64,
    /// The number of nodes since the last report of [`Progress::CurrentLine`].
    nodes_since_report: u64,
    stopped: bool,
    /// The depth of the current iteration.
    iteration_depth: u32,
    /// The length of the longest variation in the current iteration, in plies.
    longest_variation_length: usize,
    /// The first moves of the better variations that the current iteration has already found.
    excluded_root_moves: Vec<G::Move>,
}

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        job: &'a SearchJob<G>,
        shared: Arc<SharedState>,
        reporter: Reporter<G::Move>,
        pace: Pace,
    ) -> Worker<'a, G> {
        Worker {
            params: job.params,
            hash_table: &job.hash_table,
            path: SearchPath::from_job(job),
            history: MoveOrderingHistory::new(),
            pv_table: PvTable::default(),
            shared,
            reporter,
            pace,
            nodes_since_limit_check: 0,
            next_limit_check_at: 0,
            nodes_since_report: 0,
            stopped: false,
            iteration_depth: 0,
            longest_variation_length: 0,
            excluded_root_moves: Vec::new(),
            job,
        }
    }

    /// Runs iterative deepening until the search reaches a limit or finds a mate. The helper
    /// threads begin at different depths, so that not all threads search the same nodes.
    pub(super) fn run_iterations(&mut self, first: u32) {
        let position = self.job.position();
        let limit = self.job.limits.depth.unwrap_or(MAX_PLY as u32);
        let mut values = vec![
            0;
            self.params
                .multipv_line_count
                .clamp(1, self.root_move_count(&position))
        ];
        if !self.stopped {
            self.check_limits();
        }
        for depth in first..=limit.min(MAX_PLY as u32) {
            self.iteration_depth = depth;
            self.run_iteration(&position, &mut values);
            if self.stopped || self.needs_no_deeper_search(&position, values[0]) {
                break;
            }
        }
        self.publish_node_count();
        if self.reporter.is_some() {
            self.shared.stop_requested.store(true, Relaxed);
            self.send_report(Progress::Ended);
        }
    }

    fn root_move_count(&self, position: &G) -> usize {
        let mut moves = MoveList::new();
        position.generate_moves(GenType::All, &mut moves);
        let info = position.check_info();
        moves.retain(|it| self.is_allowed_at_root(*it) && position.is_legal_by_info(&info, *it));
        moves.len().max(1)
    }

    /// Searches the best variation, then the best variation with another first move, and so on. At
    /// the end of the iteration, the function reports all variations, the best one first.
    fn run_iteration(&mut self, position: &G, values: &mut [i32]) {
        let mut lines = Vec::new();
        self.excluded_root_moves.clear();
        self.longest_variation_length = 0;
        for value in values.iter_mut() {
            let found = self.search_in_window(position, self.iteration_depth, *value);
            if self.stopped {
                return;
            }
            *value = found;
            if let Some(pv) = self.pv_table.root_line() {
                self.excluded_root_moves.push(pv[0]);
                lines.push((found, pv));
            }
        }
        self.excluded_root_moves.clear();
        lines.sort_by_key(|it| Reverse(it.0));
        values.sort_unstable_by_key(|it| Reverse(*it));
        for (rank, (score, pv)) in (1..).zip(lines) {
            self.report_result(rank, score, pv);
        }
    }

    /// True if no deeper search is needed. A mate within the search depth ends the search if the
    /// mate is as short as the job requires. A search for several variations continues after a
    /// mate.
    fn needs_no_deeper_search(&mut self, position: &G, value: i32) -> bool {
        if let Some(wanted) = self.job.limits.mate_in_moves {
            let plies = 2 * wanted.min(MAX_PLY as u32) as i32;
            return MATE_SCORE - value < plies || self.search_for_mate(position, wanted);
        }
        if value.abs() < MATE_SCORE - self.iteration_depth as i32
            || self.params.multipv_line_count > 1
        {
            return false;
        }
        if value > 0 {
            self.find_shorter_mate(position, value);
        }
        true
    }

    /// Searches for a mate within the search depth, without pruning. Returns true if the search finds a mate, or if the
    /// depth of the iteration is already greater than `wanted` moves.
    fn search_for_mate(&mut self, position: &G, wanted: u32) -> bool {
        let moves = self.iteration_depth.div_ceil(2);
        if moves > wanted {
            return true;
        }
        let odd = self.iteration_depth % 2 == 1 && self.params.multipv_line_count == 1;
        odd && self.prove_mate(position, 2 * moves as i32 - 1)
    }

    /// Searches for a shorter mate than the known mate, because pruning may have hidden a shorter
    /// mate.
    fn find_shorter_mate(&mut self, position: &G, value: i32) {
        let shorter = (1..MATE_SCORE - value).step_by(2);
        for plies in shorter.take_while(|it| *it <= MAX_MATE_SEARCH_PLIES) {
            if self.prove_mate(position, plies) || self.stopped {
                return;
            }
        }
    }

    /// Searches for a mate in at most `plies` plies, and reports it. The window of this search has only mate scores, so
    /// the search prunes nothing.
    fn prove_mate(&mut self, position: &G, plies: i32) -> bool {
        let node = Node {
            alpha: MATE_SCORE - plies - 1,
            beta: MATE_SCORE,
            depth: plies,
            ply: 0,
        };
        let score = self.search_position(position, node);
        let pv = self.pv_table.root_line().filter(|_| score > node.alpha);
        let proven = pv.filter(|_| !self.stopped);
        let found = proven.is_some();
        if let Some(pv) = proven {
            self.report_result(1, score, pv);
        }
        found
    }

    fn report_result(&self, rank: usize, score: i32, pv: Vec<G::Move>) {
        self.send_report(Progress::BestLine {
            depth: self.iteration_depth,
            rank,
            score,
            pv,
            iteration_complete: true,
        });
    }

    /// Aspiration search: a narrow window around the last value, wider after each failure.
    fn search_in_window(&mut self, position: &G, depth: u32, guess: i32) -> i32 {
        let mut margin = if depth < 4 { 2 * MATE_SCORE } else { 18 };
        let (mut alpha, mut beta) = (guess - margin, guess + margin);
        loop {
            let node = Node {
                alpha: alpha.max(-MATE_SCORE),
                beta: beta.min(MATE_SCORE),
                depth: depth as i32,
                ply: 0,
            };
            let value = self.search_position(position, node);
            margin = if margin > MAX_EVALUATION {
                2 * MATE_SCORE
            } else {
                margin * 3
            };
            if self.stopped {
                return value;
            } else if value <= node.alpha && node.alpha > -MATE_SCORE {
                alpha = value - margin;
            } else if value >= node.beta && node.beta < MATE_SCORE {
                beta = value + margin;
            } else {
                return value;
            }
        }
    }

    /// Counts a position that is `ply` plies from the root. A stopped search counts no positions.
    pub(super) fn count_node(&mut self, ply: usize) {
        if self.stopped {
            return;
        }
        self.nodes_since_limit_check += 1;
        self.longest_variation_length = self.longest_variation_length.max(ply);
        if self.nodes_since_limit_check >= self.next_limit_check_at {
            self.check_limits();
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Checks whether the search must stop, or must wait for more granted nodes.
    fn check_limits(&mut self) {
        let spent = self.pace.spend_nodes(self.nodes_since_limit_check);
        self.nodes_since_report += self.nodes_since_limit_check;
        self.publish_node_count();
        let limit = self.job.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.shared.nodes.load(Relaxed));
        self.stopped |= self.shared.stop_requested.load(Relaxed) || left == 0;
        if self.nodes_since_report >= NODES_PER_LINE_REPORT && self.reporter.is_some() {
            self.nodes_since_report = 0;
            self.stopped |= !self.send_report(Progress::CurrentLine(self.path.line_from_root()));
        }
        if spent && !self.stopped {
            self.stopped |=
                !self.send_report(Progress::GrantUsedUp) || !self.pace.wait_for_node_grant();
        }
        self.next_limit_check_at = NODES_PER_LIMIT_CHECK
            .min(left)
            .min(self.pace.nodes_left())
            .max(1);
    }

    fn publish_node_count(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.nodes_since_limit_check, Relaxed);
        self.nodes_since_limit_check = 0;
    }

    /// The evaluation, with noise if the option `randomness` is set (`UCCI O29`).
    pub(super) fn evaluate(&self, position: &G) -> i32 {
        let value = position.evaluate(self.params.eval_params);
        let blur = match self.params.randomness {
            OptionLevel::None => return value,
            OptionLevel::Small => 8,
            OptionLevel::Medium => 24,
            OptionLevel::Large => 64,
        };
        // The noise of a position is constant within a search, and different in the next search.
        let noise = (position.hash_key() ^ self.job.id.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        value + (noise >> 40) as i32 % (2 * blur + 1) - blur
    }

    /// The score of a draw at `ply` plies from the root, which depends on the option `style`
    /// (contempt).
    pub(super) fn draw_score(&self, ply: i32) -> i32 {
        let contempt = match self.params.eval_params.style {
            Style::Solid => 10,
            Style::Normal => 0,
            Style::Risky => -30,
        };
        if ply % 2 == 0 { contempt } else { -contempt }
    }

    pub(super) fn has_banned_moves(&self) -> bool {
        !self.job.banned_moves.is_empty() || !self.excluded_root_moves.is_empty()
    }

    /// True if a move may be played at the root.
    pub(super) fn is_allowed_at_root(&self, step: G::Move) -> bool {
        !self.job.banned_moves.contains(&step) && !self.excluded_root_moves.contains(&step)
    }

    /// Reports a better variation that was found at the root before the iteration is complete.
    pub(super) fn report_better_variation(&self, node: Node, score: i32) {
        let shown = node.ply == 0 && self.params.multipv_line_count == 1 && score < node.beta;
        if !shown || self.reporter.is_none() {
            return;
        }
        if let Some(pv) = self.pv_table.root_line() {
            let depth = self.iteration_depth;
            self.send_report(Progress::BestLine {
                depth,
                rank: 1,
                score,
                pv,
                iteration_complete: false,
            });
        }
    }

    pub(super) fn report_root_move(&self, node: Node, child: ChildMove<G::Move>) {
        if node.ply == 0 && self.params.reports_root_moves {
            self.send_report(Progress::RootMove {
                step: child.child_move,
                number: child.earlier_move_count + 1,
            });
        }
    }

    /// Reports the refutation of a move at the root, if the refutation is known.
    pub(super) fn report_refutation(&self, node: Node, step: G::Move) {
        if node.ply == 0 && self.params.reports_refutations && !self.stopped {
            let line = self.pv_table.line_with_first_move(step);
            if line.len() > 1 {
                self.send_report(Progress::RefutedRootMove(line));
            }
        }
    }

    fn send_report(&self, progress: Progress<G::Move>) -> bool {
        let report = SearchReport {
            id: self.job.id,
            nodes: self.shared.nodes.load(Relaxed) + self.nodes_since_limit_check,
            longest_variation_length: self.longest_variation_length,
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
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the variation at `ply`: the best move, followed by the variation of the next ply.
    pub(super) fn set_best_move(&mut self, ply: usize, step: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(step);
        line.extend(below[0].iter().copied().take(MAX_PLY));
    }

    /// A move at the root, followed by its variation.
    fn line_with_first_move(&self, step: M) -> Vec<M> {
        let rest = self.lines[1].iter().copied();
        std::iter::once(step).chain(rest).collect()
    }

    fn root_line(&self) -> Option<Vec<M>> {
        let root = &self.lines[0];
        (!root.is_empty()).then(|| root.to_vec())
    }
}
