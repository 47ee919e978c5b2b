//! `time` and `nodes` do not go down within a search.
//!
//! A GUI computes the speed from the differences.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 21 time 1
//! < info depth 2 nodes 90 time 1
//! < bestmove e2e4
//! ```
//!
//! The next search starts anew:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 21 time 1
//! < info depth 2 nodes 90 time 7
//! < bestmove e2e4
//! > go depth 3
//! < info depth 1 nodes 20 time 0
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 90
//! < info depth 2 nodes 21
//!   ^^^^^^^^^^^^^^^^^^^^^ `nodes` decreased from 90 to 21
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_counts_up",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U115",
    measures: Measures::Nothing,
    since: "0.2.0",
    check: checks::info_counts_up,
};
