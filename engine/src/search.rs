//! Looks for the best move: iterative deepening, principal-variation search, and what makes it fast.
//!
//! ```text
//! job          what is to be searched, and what is told of it
//! pool         the threads that work on a job, all on one hash table
//! worker       one of them: deeper and deeper, in aspiration windows
//! principal    principal-variation search: the heart of it
//! node         what is searched: a window, a depth, and what was found so far
//! selective    which moves are searched less deeply or not at all: null move, reductions, futility
//! quiescence   captures, until the position is quiet enough to be judged
//! picker       the order of moves: hash move, good captures, killers, history, bad captures
//! memory       killers and history: what was learned of quiet moves
//! line         the moves from the game's last capture to here: repetitions and the move limit
//! table        the hash table
//! pace         who says when to go on: free, with pauses, or a given number of nodes at a time
//! ```
//!
//! It knows no clock and no protocol; it is stopped from outside, or ends by its limits.

mod job;
mod line;
mod memory;
mod node;
mod pace;
mod picker;
mod pool;
mod principal;
mod quiescence;
mod selective;
mod table;
mod worker;

pub use job::{Job, Limits, Manner, News, Report};
pub use pace::Grants;
pub use pool::{Search, run_here};
pub use table::{Bound, Entry, Table};

/// The score of being mated here; nearer mates are worse.
pub const MATE: i32 = 30_000;

/// From here on a score says that a mate was found.
pub const MATE_FOUND: i32 = MATE - 1_000;

/// The score of having lost by the rules of repetition. It is no mate: the game goes on until
/// somebody rules on it.
const RULED: i32 = 25_000;

/// No evaluation is larger.
const MOST: i32 = 20_000;

/// No line is longer, in plies.
const DEEPEST: usize = 100;

#[cfg(test)]
mod tests;
