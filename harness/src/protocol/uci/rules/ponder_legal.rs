//! The move after `ponder` is legal in the position after the best move.
//!
//! For pondering, a GUI sets up the position that the ponder move leads to.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4 ponder e7e5
//! ```
//!
//! A `bestmove` line may omit `ponder` and its move:
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
//! < bestmove d2d4 ponder d7d5
//! ```
//!
//! A word such as `(none)` may follow `ponder` only if the game is over after the best move:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4 ponder (none)
//!                        ^^^^^^ `ponder` must be followed by a move
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go depth 1
//! < bestmove f7g7 ponder (none)
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4 ponder e7e4
//!                        ^^^^ e7e4 is illegal after e2e4: a pawn cannot move in this way
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/ponder_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U64",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_ponder_move_legal,
};
