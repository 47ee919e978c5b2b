//! After a wrong guess, an interface does not play the best move that answers the guess.
//!
//! The best move after `stop` is for the expected move of the opponent, so in the position on the board it may lose a
//! piece, or be illegal.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7
//! > go time 60 increment 0
//! ```
//!
//! If the game goes on with another move, the user or a book may have played it:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 b0c2 h9g7
//! > go time 60 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 60 increment 0
//! > stop
//! < bestmove h0g2
//! > position startpos moves h2e2 b9c7 h0g2 h9g7
//! > go time 60 increment 0
//!   ^^^^^^^^^^^^^^^^^^^^^^ h0g2 answers the expected h9g7, but the opponent played b9c7, and the interface sent no `go` for this position
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ponder_miss",
    level: Level::Should,
    topic: "interface",
    spec: "UCCI X4, X9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_missed_result_void,
};
