//! Every `isready` is answered by one `readyok` during a search, too.
//!
//! The engine continues to read during a search; a GUI uses `isready` to detect a hang.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > isready
//! < readyok
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The answer may come after the result, if the two cross:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! > isready
//! < bestmove h2e2
//! < readyok
//! ```
//!
//! Once the search has ended, the engine answers as an idle one, soon or not:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 1
//! 0.003000 > isready
//! 9.000000 < bestmove h2e2
//! 12.000000 < readyok
//! ```
//!
//! A late result does not excuse that the engine did not read its input:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ `readyok` was not received before the search ended, 29.998 s after the command
//! 30.000000 > stop
//! 30.001000 < bestmove h2e2
//! 30.001000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//! 12.003000 < readyok
//!             ^^^^^^^ `readyok` came after 12.000 s; the limit is 10.000 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ `readyok` was not received within 12.000 s; the limit is 10.000 s
//! 0.003000 < info depth 1
//! 12.003000 ~ 12s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_while_thinking",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD1, RD2, ST5",
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// Our timeout (`UCCI RD2`) while the search is running.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::readyok_while_thinking(view, LIMIT, out);
}
