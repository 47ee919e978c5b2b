//! The task of a search, and its reports.

use std::sync::Arc;

use super::Table;
use crate::game::{Amount, EvalParams, Game, Style};

/// The limits at which a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    pub eval_params: EvalParams,
    pub pruning: Amount,
    pub randomness: Amount,
    /// The share of processor time to leave free.
    pub idle: Amount,
    pub threads: usize,
    /// Report every move at the root.
    pub verbose: bool,
}

impl SearchParams {
    /// Full strength in one thread, deterministic, and not verbose.
    pub const STRONGEST: SearchParams = SearchParams {
        eval_params: EvalParams {
            knowledge: Amount::Large,
            style: Style::Normal,
        },
        pruning: Amount::Large,
        randomness: Amount::None,
        idle: Amount::None,
        threads: 1,
        verbose: false,
    };
}

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct Job<G: Game> {
    /// Part of every report.
    pub id: u64,
    /// The position after the game's last capture.
    pub start: G,
    /// The moves since then; the last leads to the position to search.
    pub moves: Vec<G::Move>,
    /// Moves that must not be played at the root.
    pub bans: Vec<G::Move>,
    pub limits: Limits,
    pub params: SearchParams,
    pub table: Arc<Table>,
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The id of the job.
    pub id: u64,
    /// Positions searched so far.
    pub nodes: u64,
    pub progress: Progress<M>,
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<M> {
    /// The best line so far at `depth` plies; `complete` if the iteration has ended.
    Line {
        depth: u32,
        /// In hundredths of a light piece, for the side to move.
        score: i32,
        pv: Vec<M>,
        complete: bool,
    },
    /// A move from the root is about to be searched.
    Root(M),
    /// The granted nodes are used up.
    Paused,
    /// The search has ended.
    Done,
}

impl<G: Game> Job<G> {
    /// The position to be searched.
    pub fn position(&self) -> G {
        let mut position = self.start.clone();
        for step in &self.moves {
            position.play(*step);
        }
        position
    }
}
