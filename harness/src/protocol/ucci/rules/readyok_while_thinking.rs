//! The engine answers every `isready` with one `readyok`, even during a search.
//!
//! The engine must read its input during a search. A GUI uses `isready` to detect a hang.
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
//! `readyok` may come after the result if the engine received `isready` at the end of the search:
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
//! After the end of the search, this rule does not judge the delay of `readyok`:
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
//! If `readyok` is already overdue when the search ends, the rule is violated:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ the search ended 29.998 s after the command, and `readyok` had not come yet
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
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// This timeout is our choice, and applies while the search is running (`UCCI RD2`).
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_while_thinking(view, READYOK_TIMEOUT, out);
}
