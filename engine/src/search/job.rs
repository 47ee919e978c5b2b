//! The description of a search, and the reports of a search.

use std::sync::Arc;

use super::HashTable;
use crate::game::{EvalParams, Game, OptionLevel, Style};

/// The limits at which a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The largest depth, in plies.
    pub depth: Option<u32>,
    /// The largest number of nodes.
    pub nodes: Option<u64>,
    /// The search ends when it has found a mate in at most this many moves.
    pub mate_in_moves: Option<u32>,
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    pub eval_params: EvalParams,
    pub pruning: OptionLevel,
    pub randomness: OptionLevel,
    /// How much processor time the search leaves free.
    pub idle_time_share: OptionLevel,
    pub threads: usize,
    /// True if every move at the root is reported.
    pub reports_root_moves: bool,
    /// The number of best variations to search.
    pub multipv_line_count: usize,
    /// True if the search reports refutations of moves at the root.
    pub reports_refutations: bool,
}

impl SearchParams {
    /// The parameters for full strength in one thread. With the parameters `FULL_STRENGTH`, a search is deterministic.
    pub const FULL_STRENGTH: SearchParams = SearchParams {
        eval_params: EvalParams {
            knowledge: OptionLevel::Large,
            style: Style::Normal,
        },
        pruning: OptionLevel::Large,
        randomness: OptionLevel::None,
        idle_time_share: OptionLevel::None,
        threads: 1,
        reports_root_moves: false,
        multipv_line_count: 1,
        reports_refutations: false,
    };
}

/// The description of a search: position, limits and parameters.
#[derive(Clone, Debug)]
pub struct SearchJob<G: Game> {
    /// The id of the search, which every report repeats.
    pub id: u64,
    /// The position after the game's last capture.
    pub start_position: G,
    /// The moves after `start_position`; the last move leads to the position to search.
    pub moves: Vec<G::Move>,
    /// Moves that the search must not play at the root.
    pub banned_moves: Vec<G::Move>,
    pub limits: SearchLimits,
    pub params: SearchParams,
    pub hash_table: Arc<HashTable>,
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<M> {
    /// The id of the job.
    pub id: u64,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The length of the longest variation in the current iteration, in plies.
    pub longest_variation_length: usize,
    pub progress: Progress<M>,
}

/// The content of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<M> {
    /// A variation that was found at depth `depth`. The field `iteration_complete` is true at the
    /// end of an iteration.
    BestLine {
        depth: u32,
        /// The rank of the variation, which is 1 for the best variation and 2 for the second best.
        rank: usize,
        /// The score for the side to move, in the unit of [`Game::evaluate`].
        score: i32,
        pv: Vec<M>,
        iteration_complete: bool,
    },
    /// A move at the root that the search is about to search. The field `number` counts the moves
    /// at the root from 1.
    RootMove { step: M, number: usize },
    /// A move at the root that is worse than the best move, followed by its refutation.
    RefutedRootMove(Vec<M>),
    /// The variation that is being searched. The search reports its current variation at regular
    /// intervals of nodes.
    CurrentLine(Vec<M>),
    /// The search has used up its granted nodes, and waits for more.
    GrantUsedUp,
    /// The search has ended.
    Ended,
}

impl<G: Game> SearchJob<G> {
    /// The position to search.
    pub fn position(&self) -> G {
        let mut position = self.start_position.clone();
        for step in &self.moves {
            position.play_move(*step);
        }
        position
    }
}
