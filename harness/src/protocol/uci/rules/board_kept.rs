//! The engine does not play its own answer on its board.
//!
//! The next search is about the same position, unless another `position` comes.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > go depth 1
//! < bestmove d2d4
//! ```
//!
//! The interface plays the moves:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > position startpos moves e2e4 e7e5
//! > go depth 1
//! < bestmove g1f3
//! > go depth 1
//! < bestmove g1f3
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
//! > go depth 1
//! < bestmove e7e5
//!            ^^^^ e7e5 is legal only after e2e4, an earlier answer of the engine that no `position` contains
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/board_kept",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U39, U8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_board_kept,
};
