//! The engine never searches without a `go`.
//!
//! An engine that searches without a `go` slows down its opponent.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score cp 30 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! The engine may send `info string` at any time:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! < info string white to move
//! > go depth 1
//! < info depth 1 score cp 30 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > isready
//! < readyok
//! < info depth 1 score cp 30 pv e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `info` although the engine is not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/search_needs_go",
    level: Level::Must,
    topic: "state",
    spec: "UCI U8, U112",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let idle = IdleStates::new(view);
    checks::check_info_only_in_search(view, out, |entry, info| {
        info.has_item_other_than_string()
            && idle.state_before(entry).excludes_late_lines
            && idle.state_before(entry).is_outside_any_search
    });
}
