//! After `go depth N` no `info` line reports a depth above N.
//!
//! A user who compares engines at a fixed depth needs searches of the same depth.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 3 seldepth 9 score cp 30 pv e2e4 e7e5 g1f3 b8c6
//! < bestmove e2e4
//! ```
//!
//! The search may end before it reaches depth N:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go depth 9
//! < info depth 1 score mate 1 pv f7g7
//! < bestmove f7g7
//! ```
//!
//! A pondering engine may search deeper than N, because it must wait for `ponderhit` or `stop`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go ponder depth 3
//! < info depth 3 score mate 1 pv f7g7
//! < info depth 4 score mate 1 pv f7g7
//! > ponderhit
//! < bestmove f7g7
//! > go depth 3
//! < info depth 3 score mate 1 pv f7g7
//! < bestmove f7g7
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 4 score cp 30 pv e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the engine reports depth 4 after `go depth 3`
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/depth_kept",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U50",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_depth_kept(view, |_| true, out);
}
