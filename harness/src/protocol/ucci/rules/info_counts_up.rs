//! Within one search, `time` and `nodes` of `info` lines never decrease.
//!
//! `time` and `nodes` count from `go`, and `ponderhit` does not reset them. A GUI divides `nodes` by `time` to show the
//! speed.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info time 0 nodes 40
//! < info time 2 nodes 1900
//! < bestmove h2e2
//! ```
//!
//! `time` and `nodes` may stay the same, may come in either order, and may restart with the next `go`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info nodes 1900 time 2
//! < info depth 2 nodes 1900
//! < bestmove h2e2
//! > go depth 1
//! < info time 0 nodes 40
//! < info time 0 nodes 44
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3 increment 0
//! < info time 900 nodes 90000
//! > ponderhit
//! < info time 100 nodes 99000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^ `time` decreased from 900 to 100
//! < bestmove h0g2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_counts_up",
    level: Level::Must,
    topic: "state",
    spec: "UCCI I6, I7",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_info_counts_up,
};
