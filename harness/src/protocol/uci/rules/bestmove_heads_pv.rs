//! `bestmove` is the first move of the last line that the engine sent.
//!
//! A user sees one move as the best, and another one is played.
//!
//! Judged are searches to a depth that were not stopped, by an engine without a book and with its full strength.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 1 score cp 30 pv d2d4
//! < info depth 2 score cp 31 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! A line with a bound is not a result:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 1 score cp 30 pv e2e4
//! < info depth 2 score cp -9 upperbound pv d2d4
//! < info depth 2 score cp 20 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 31 pv d2d4 d7d5
//! < bestmove e2e4
//!            ^^^^ the last variation begins with d2d4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/bestmove_heads_pv",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U116",
    measures: Measures::Nothing,
    since: "0.2.0",
    check: checks::bestmove_heads_pv,
};
