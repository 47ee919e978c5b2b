//! Between `bestmove` and the next `readyok`, the engine sends no `info` about the ended search.
//!
//! A GUI that has already sent the next `go` shows a late `info` as part of the next search.
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
//! The engine may send `info` between `stop` and `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > stop
//! < info depth 9 score cp 30 pv e2e4
//! < bestmove e2e4
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
//! < info depth 1 nodes 21
//!   ^^^^^^^^^^^^^^^^^^^^^ `info` although the engine is not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_before_bestmove",
    level: Level::Should,
    topic: "state",
    spec: "UCI U78",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let idle = IdleStates::new(view);
    checks::check_info_only_in_search(view, out, |entry, info| {
        info.has_item_other_than_string() && !idle.state_before(entry).excludes_late_lines
    });
}
