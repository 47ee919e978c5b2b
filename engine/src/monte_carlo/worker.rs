//! The thread of a Monte Carlo search: it runs playouts, sends reports, and controls its speed.

use super::{
    candidates,
    job::{GoJob, GoProgress, GoReport, SearchStatistics},
    tree::Tree,
};
use crate::{
    game::OptionLevel,
    games::go::{Board, Color, Point, Random, Vertex, add_ownership, play_out},
    search::{Pace, StopFlag},
};

/// The search reports after each multiple of this number of playouts. The first reports come
/// sooner, after 1, 2, 4, 8 and 16 playouts.
const PLAYOUTS_PER_REPORT: u64 = 32;

/// The largest number of moves in a report.
const MOVES_PER_REPORT: usize = 6;

/// The function that receives the reports; it returns false if the receiver is gone.
type Reporter = Box<dyn Fn(GoReport) -> bool + Send>;

/// One Monte Carlo search, with its tree and its sums.
pub(super) struct Worker<'a> {
    job: &'a GoJob,
    reporter: Reporter,
    pace: Pace,
    stop_flag: Option<StopFlag>,
    random: Random,
    tree: Tree,
    playouts: u64,
    black_lead_sum: f64,
    ownership_sums: Vec<f64>,
    first_color_by_point: Vec<Option<Color>>,
    playout_moves: Vec<(Color, Point)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        job: &'a GoJob,
        reporter: Reporter,
        pace: Pace,
        stop: Option<StopFlag>,
    ) -> Worker<'a> {
        let points = usize::from(job.position.size()).pow(2);
        let mut root_moves = job.root_moves.clone();
        if root_moves.is_empty() {
            let moves = candidates::sensible_moves(&job.position, job.color);
            root_moves.extend(moves.into_iter().map(Vertex::Point));
        }
        if root_moves.is_empty() {
            root_moves.push(Vertex::Pass);
        }
        Worker {
            job,
            reporter,
            pace,
            stop_flag: stop,
            random: Random::new(job.seed ^ job.position.hash()),
            tree: Tree::new(job.position.board(), job.color, &root_moves),
            playouts: 0,
            black_lead_sum: 0.0,
            ownership_sums: vec![0.0; points],
            first_color_by_point: vec![None; points],
            playout_moves: Vec::new(),
        }
    }

    /// Runs playouts until their largest number is reached, or until the search is stopped.
    pub(super) fn run(mut self) {
        while self.playouts < self.job.max_playouts {
            if self.stop_flag.as_ref().is_some_and(StopFlag::is_set) || !self.wait_for_nodes() {
                return;
            }
            self.run_playout();
            let is_report_due = self.playouts.is_power_of_two()
                || self.playouts.is_multiple_of(PLAYOUTS_PER_REPORT);
            if is_report_due && !self.report_statistics() {
                return;
            }
        }
        if self.report_statistics() {
            self.report(GoProgress::Ended);
        }
    }

    /// Waits until the caller has granted the nodes of one playout. A playout costs as many nodes
    /// as the board has points.
    fn wait_for_nodes(&mut self) -> bool {
        let mut needed = self.ownership_sums.len() as u64;
        while needed > 0 {
            if self.pace.nodes_left() == 0
                && !(self.report(GoProgress::GrantUsedUp) && self.pace.wait_for_node_grant())
            {
                return false;
            }
            let spent = needed.min(self.pace.nodes_left());
            self.pace.spend_nodes(spent);
            needed -= spent;
        }
        true
    }

    fn run_playout(&mut self) {
        let size = self.job.position.size();
        let mut board = self.job.position.board().clone();
        let path = self.tree.descend_to_leaf(&mut board, self.job.color);
        let color = match path.len() % 2 {
            1 => self.job.color,
            _ => self.job.color.opponent(),
        };
        self.playout_moves.clear();
        let end = play_out(&board, color, &mut self.random, &mut self.playout_moves);
        let lead = self.add_final_owners(&end);
        self.first_color_by_point.fill(None);
        for (color, point) in self.playout_moves.iter().rev() {
            let place = usize::from(point.row) * usize::from(size) + usize::from(point.column);
            self.first_color_by_point[place] = Some(*color);
        }
        let black_wins = match lead - self.job.komi {
            0.0 => 0.5,
            margin if margin > 0.0 => 1.0,
            _ => 0.0,
        };
        self.playouts += 1;
        let later = &mut self.first_color_by_point;
        let root_color = self.job.color;
        self.tree
            .add_result(&path, root_color, black_wins, later, size);
    }

    /// Adds the owner of each point at the end of a playout to the sums, and returns black's lead
    /// without komi.
    fn add_final_owners(&mut self, end: &Board) -> f64 {
        let lead = add_ownership(end, &mut self.ownership_sums);
        self.black_lead_sum += lead;
        lead
    }

    fn report_statistics(&mut self) -> bool {
        let playouts = self.playouts.max(1) as f64;
        let sums = self.ownership_sums.iter();
        self.report(GoProgress::Statistics(SearchStatistics {
            playouts: self.playouts,
            moves: self.tree.best_moves(MOVES_PER_REPORT),
            black_lead: self.black_lead_sum / playouts,
            ownership: sums.map(|it| it / playouts).collect(),
        }))
    }

    fn report(&self, progress: GoProgress) -> bool {
        let id = self.job.id;
        (self.reporter)(GoReport { id, progress })
    }
}

/// Runs a search to its end in the current thread.
pub fn run_in_current_thread(job: &GoJob) -> SearchStatistics {
    let (sender, reports) = std::sync::mpsc::channel();
    let report = move |it| sender.send(it).is_ok();
    let pace = Pace::full_speed(OptionLevel::None);
    Worker::new(job, Box::new(report), pace, None).run();
    let mut last = SearchStatistics::default();
    for report in reports {
        if let GoProgress::Statistics(statistics) = report.progress {
            last = statistics;
        }
    }
    last
}
