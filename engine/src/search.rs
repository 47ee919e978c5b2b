//! The search for the best move: iterative deepening, principal-variation search, pruning and move
//! ordering.
//!
//! ```text
//! job                  the description of a search, and its reports
//! search_threads       the threads of a search, which share one hash table
//! worker               one thread: iterative deepening in aspiration windows
//! principal_variation  principal-variation search
//! node                 a node: window, depth, and the best move so far
//! pruning              null move, late move reductions, futility
//! quiescence           captures, until the position is quiet enough to be evaluated
//! move_picker          the order of moves: hash move, good captures, killers, history, bad captures
//! history              killer moves, counter moves and history scores of quiet moves
//! path                 the moves from the game's last capture to the node, to find repetitions
//! table                the hash table
//! speed_control        full speed, with pauses, or a given number of nodes at a time
//! ```
//!
//! The code of the search depends on no protocol and has no time limit; only the pauses of the option `idle` need a
//! clock. The search ends at its limits, or when the caller stops the search.

mod history;
mod job;
mod move_picker;
mod node;
mod path;
mod principal_variation;
mod pruning;
mod quiescence;
mod search_threads;
mod speed_control;
mod table;
mod worker;

pub use job::{Progress, SearchJob, SearchLimits, SearchParams, SearchReport};
pub(crate) use search_threads::StopFlag;
pub use search_threads::{Search, run_in_current_thread};
pub use speed_control::NodeGrantReceiver;
pub(crate) use speed_control::Pace;
pub use table::{Bound, Entry, HashTable};

/// The base of mate scores: a mate after `n` plies has the score `MATE_SCORE - n`.
pub const MATE_SCORE: i32 = 30_000;

/// A score of at least this value is a mate.
pub const MIN_MATE_SCORE: i32 = MATE_SCORE - 1_000;

/// The score of a win by the rules of repetition. A win by repetition has a lower score than a mate, because the game
/// continues until the arbiter ends it.
const REPETITION_WIN_SCORE: i32 = 25_000;

/// The largest static evaluation of a position.
const MAX_EVALUATION: i32 = 20_000;

/// The largest distance from the root, in plies.
const MAX_PLY: usize = 100;

#[cfg(test)]
mod chess_tests;
#[cfg(test)]
mod tests;
