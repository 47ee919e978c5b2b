//! `bestmove` does not change the engine's board.
//!
//! A second `go` searches the same position, unless the interface sends another `position`.
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
//! If the interface wants the best move to be played, it sends the move in the next `position`:
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
//!            ^^^^ e7e5 is legal only after e2e4: the engine played its own earlier answer, but no `position` contains it
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
