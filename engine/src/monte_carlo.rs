//! Monte Carlo tree search for Go: the tree grows where playouts win. RAVE: the result of a playout also counts for the
//! moves that were played only later in this playout, as if they had been played earlier.
//!
//! ```text
//! job         the description of a search, and its reports
//! tree        the nodes, the choice of the next move, and the results of playouts
//! candidates  the moves of a position, with the value that is expected before any playout
//! worker      the thread of a search
//! ```
//!
//! The code of the search depends on no protocol and on no clock. The same job with the same seed gives the same
//! reports.

mod candidates;
mod job;
mod tree;
mod worker;

pub use candidates::{is_sensible, sensible_moves};
pub use job::{GoJob, GoProgress, GoReport, MoveStatistics, SearchStatistics};
pub use worker::run_in_current_thread;
