//! After `bestmove` and an answered `isready`, the engine sends no `info` about the ended search.
//!
//! A GUI shows a late `info` as part of the next search.
//!
//! An `info` line with `string` only is not about a search, and is allowed at any time.
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
//! > isready
//! < info string ready to go
//! < readyok
//! ```
//!
//! If an `info` comes before the `isready`, only the rule `info_before_bestmove` judges this `info`:
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
//! < info depth 1 nodes 21
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > isready
//! < readyok
//! < info depth 1 score cp 30 pv e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `info` although the engine is not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_only_searching",
    level: Level::Must,
    topic: "state",
    spec: "UCI U78",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let idle = IdleStates::new(view);
    checks::check_info_only_in_search(view, out, |entry, info| {
        info.has_item_other_than_string()
            && idle.state_before(entry).excludes_late_lines
            && !idle.state_before(entry).is_outside_any_search
    });
}
