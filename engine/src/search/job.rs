//! The description of a search, and the reports of a search.

use std::sync::Arc;

use super::HashTable;
use crate::game::{EvalParams, Game, OptionAmount, Style};

/// The limits at which a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest depth, in plies.
    pub depth: Option<u32>,
    /// The largest number of nodes.
    pub nodes: Option<u64>,
    /// The maximum number of moves to a mate, for a search that ends when such a mate is found.
    pub mate_in_moves: Option<u32>,
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    pub eval_params: EvalParams,
    pub pruning: OptionAmount,
    pub randomness: OptionAmount,
    /// The amount of processor time to leave free.
    pub idle_time_share: OptionAmount,
    pub threads: usize,
    /// True if every move at the root is reported.
    pub reports_root_moves: bool,
    /// The number of best lines to search.
    pub line_count: usize,
    /// True if the search reports refutations of moves at the root.
    pub reports_refutations: bool,
}

impl SearchParams {
    /// The parameters for full strength in one thread; such a search is deterministic.
    pub const FULL_STRENGTH: SearchParams = SearchParams {
        eval_params: EvalParams {
            knowledge: OptionAmount::Large,
            style: Style::Normal,
        },
        pruning: OptionAmount::Large,
        randomness: OptionAmount::None,
        idle_time_share: OptionAmount::None,
        threads: 1,
        reports_root_moves: false,
        line_count: 1,
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
    /// The moves after `start`; the last move leads to the position to search.
    pub moves: Vec<G::Move>,
    /// Moves that must not be played at the root.
    pub banned_moves: Vec<G::Move>,
    pub limits: Limits,
    pub params: SearchParams,
    pub table: Arc<HashTable>,
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<M> {
    /// The id of the job.
    pub id: u64,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The length of the longest line in the current iteration, in plies.
    pub longest_line: usize,
    pub progress: Progress<M>,
}

/// The content of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<M> {
    /// A line that was found at depth `depth`. `iteration_complete` is true at the end of an iteration.
    BestLine {
        depth: u32,
        /// The rank of the line: 1 for the best line, 2 for the second best line.
        rank: usize,
        /// The score for the side to move, in hundredths of a light piece.
        score: i32,
        pv: Vec<M>,
        iteration_complete: bool,
    },
    /// A move from the root that the search is about to search. `number` counts these moves from 1.
    RootMove { step: M, number: usize },
    /// A move from the root that is worse than the best move, followed by the moves that refute this move.
    RefutedRootMove(Vec<M>),
    /// The line that is being searched, reported at regular intervals of nodes.
    CurrentLine(Vec<M>),
    /// The granted nodes are used up.
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
