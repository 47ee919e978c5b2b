//! The engine answers every `isready` with one `readyok`, even during a search.
//!
//! The engine must read its input during a search. A GUI uses `isready` to detect a hang.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > isready
//! < readyok
//! > stop
//! < bestmove e2e4
//! ```
//!
//! If the engine sends `bestmove` before it reads `isready`, `readyok` comes after `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! > isready
//! < bestmove e2e4
//! < readyok
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ the search ended 29.998 s after the command, and `readyok` had not come yet
//! 30.000000 > stop
//! 30.001000 < bestmove e2e4
//! 30.001000 < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/readyok_while_thinking",
    level: Level::Must,
    topic: "state",
    spec: "UCI U26, U6",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_while_thinking(view, READYOK_TIMEOUT, out);
}
