//! After a wrong guess, an interface does not play the best move that answers the guess.
//!
//! The best move after `stop` is for the expected move of the opponent, so in the position on the board it may lose a
//! piece, or be illegal.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5
//! > go wtime 60000 btime 60000
//! ```
//!
//! If the game goes on with another move, the user or a book may have played it:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 b1c3 b8c6
//! > go wtime 60000 btime 60000
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3 b8c6
//! > go wtime 60000 btime 60000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^ g1f3 answers the expected e7e5, but the opponent played c7c5, and the interface sent no `go` for this position
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_ponder_miss",
    level: Level::Should,
    topic: "interface",
    spec: "UCI U108",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_missed_result_void,
};
