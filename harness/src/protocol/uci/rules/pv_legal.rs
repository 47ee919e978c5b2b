//! The moves of a `pv` are legal, one after the other from the position of the search.
//!
//! If a variation has an illegal move, a GUI shows the variation only up to this move, or rejects the whole variation.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 30 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! The moves of a `pv` may repeat a position and continue:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 9
//! < info depth 9 score cp 0 pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3
//! < bestmove g1f3
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 30 pv e2e4 e2e4
//!                                    ^^^^ e2e4, move 2 of the variation, is illegal: there is no piece on e2
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
//! < info depth 2 score cp 30 pv Nf3
//!                               ^^^ `Nf3` is not a move; moves are written like `e2e4`
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/pv_legal",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U73, U42, Q1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_pv_legal(view, "e2e4", out);
}
