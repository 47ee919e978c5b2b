//! The move of `bestmove` is legal in the current position.
//!
//! An illegal move loses the game at once.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 1
//! < bestmove h9g7
//! ```
//!
//! The current position is the position after all moves of the last `position` command. A second `go` without a new
//! `position` searches the same position:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1 moves a1a9 e9e8
//! > go depth 1
//! < bestmove a9a8
//! > go depth 1
//! < bestmove d0d1
//! ```
//!
//! If it is uncertain whether a `position` arrived during a search, the board is unknown until the next `position`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > position startpos
//! > go infinite
//! < nobestmove
//! > position startpos moves h2e2
//! > stop
//! < bestmove h2e2
//! > go depth 1
//! < bestmove b2e2
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! The grammar allows no blank at the end of a line, so the engine may skip a line that ends with a blank. If the
//! engine may have skipped a `position`, the best move must be legal in the old or in the new position:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! >| position startpos moves h2e2 \n
//! > go depth 1
//! < bestmove h9g7
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! >| position startpos moves h2e2 \n
//! > go depth 1
//! < bestmove b0b3
//!            ^^^^ b0b3 is illegal here, in both possible positions: the piece on b0 is not black's
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! >| go depth 1 \n
//! < bestmove b0b3
//!            ^^^^ b0b3 is illegal here: a horse cannot move in this way
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove b0b3
//!            ^^^^ b0b3 is illegal here: a horse cannot move in this way
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 1
//! < bestmove h0g2
//!            ^^^^ h0g2 is illegal here: the piece on h0 is not black's
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bestmove_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI R7, P8, P3, MV2, F1, F2, F3, F4",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_bestmove_legal,
};
