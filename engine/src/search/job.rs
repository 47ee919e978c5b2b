//! What is to be searched, and what is told of it.

use std::sync::Arc;

use super::Table;
use crate::game::{Amount, EvalParams, Game, Style};

/// What ends a search by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// How it is searched: the options that have a say in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub eval_params: EvalParams,
    pub pruning: Amount,
    pub randomness: Amount,
    /// What to leave of the processor.
    pub idle: Amount,
    pub threads: usize,
    /// Tell of every move at the root.
    pub verbose: bool,
}

impl Manner {
    /// As strong as it gets in one thread, always the same, and without many words.
    pub const STRONGEST: Manner = Manner {
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
    /// Handed back with every report.
    pub id: u64,
    /// Where the game was after its last capture.
    pub start: G,
    /// The moves since; the last leads to the position to be searched.
    pub moves: Vec<G::Move>,
    /// Not to be played from there.
    pub bans: Vec<G::Move>,
    pub limits: Limits,
    pub manner: Manner,
    pub table: Arc<Table>,
}

/// Told while a job is worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Of the job.
    pub id: u64,
    /// Positions searched so far.
    pub nodes: u64,
    pub news: News<M>,
}

/// What there is to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<M> {
    /// The line that now seems best, after `depth` plies; `complete` when there is nothing more
    /// to come at this depth.
    Line {
        depth: u32,
        /// In hundredths of a light piece, as the side to move sees it.
        score: i32,
        pv: Vec<M>,
        complete: bool,
    },
    /// A move from the root is about to be searched.
    Root(M),
    /// What was granted is used up.
    Paused,
    /// There is nothing more to search.
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
