//! The move after `ponder` is legal in the position after the best move.
//!
//! For pondering, a GUI sets up the position that the ponder move leads to.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder h9g7
//! ```
//!
//! The ponder move may be a weak move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder e9e8
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder h0g2
//!                        ^^^^ h0g2 is illegal after h2e2: the piece on h0 is not black's
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI R13, R10",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_ponder_move_legal,
};
