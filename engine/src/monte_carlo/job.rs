//! The description of a search, and its reports.

use std::{io, thread::JoinHandle};

use super::worker::Worker;
use crate::{
    game::OptionLevel,
    games::go::{Color, Position, Vertex},
    protocol::{CoreJob, CoreReport},
    search::{NodeGrantReceiver, Pace, Search},
};

/// The description of a search.
#[derive(Clone, Debug)]
pub struct GoJob {
    /// The id of the search, which every report repeats.
    pub id: u64,
    pub position: Position,
    /// The color to move.
    pub color: Color,
    pub komi: f64,
    pub max_playouts: u64,
    /// The moves from which the search chooses; an empty list means all sensible moves.
    pub root_moves: Vec<Vertex>,
    pub seed: u64,
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct GoReport {
    /// The id of the job.
    pub id: u64,
    pub progress: GoProgress,
}

/// The content of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum GoProgress {
    Statistics(SearchStatistics),
    /// The search has used up its granted nodes, and waits for more.
    GrantUsedUp,
    /// The search has ended.
    Ended,
}

/// What the search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchStatistics {
    pub playouts: u64,
    /// The best moves; the move with the most visits is the first.
    pub moves: Vec<MoveStatistics>,
    /// The average of black's area minus white's area, without komi.
    pub black_lead: f64,
    /// How often black owned each point at the end of the playouts: from -1 (always white) to 1 (always black), row by
    /// row from the lower left corner.
    pub ownership: Vec<f64>,
}

/// What the search knows about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStatistics {
    pub vertex: Vertex,
    pub visits: u64,
    /// The share of won playouts, for the color to move.
    pub winrate: f64,
    /// The expected value of the move before any playout.
    pub prior: f64,
    /// The moves that the search expects, beginning with `vertex`.
    pub pv: Vec<Vertex>,
}

impl MoveStatistics {
    /// A lower bound of the win rate: the true win rate is probably above this value.
    pub fn lower_confidence_bound(&self) -> f64 {
        let visits = (self.visits as f64).max(1.0);
        let deviation = (self.winrate * (1.0 - self.winrate) / visits).sqrt();
        (self.winrate - 1.96 * deviation).clamp(0.0, 1.0)
    }
}

impl CoreJob for GoJob {
    type Report = GoReport;

    fn start(self, report: impl Fn(GoReport) -> bool + Send + 'static) -> io::Result<Search> {
        let pace = Pace::full_speed(OptionLevel::None);
        let work = move |stop| Worker::new(&self, Box::new(report), pace, Some(stop)).run();
        Ok(Search::start_thread(work)?.0)
    }

    fn start_with_node_grants(
        self,
        grants: NodeGrantReceiver,
        report: impl Fn(GoReport) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        let pace = Pace::with_node_grants(grants);
        Search::start_thread(move |stop| {
            Worker::new(&self, Box::new(report), pace, Some(stop)).run();
        })
    }
}

impl CoreReport for GoReport {
    fn is_node_grant_used_up(&self) -> bool {
        self.progress == GoProgress::GrantUsedUp
    }

    fn has_ended(&self) -> bool {
        self.progress == GoProgress::Ended
    }
}
