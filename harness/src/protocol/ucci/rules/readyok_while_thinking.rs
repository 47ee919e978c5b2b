//! Every `isready` is answered by one `readyok` while the engine thinks, too.
//!
//! The engine goes on reading while it thinks; a GUI asks to see whether it is still there.
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
//! Once the search is over it is an idle engine that answers, soon or not:
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
//! A result that comes at last does not excuse that nothing was read for so long:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ `readyok` had not come when the search ended, 29.998 s after the command
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
//!            ^^^^^^^ `readyok` had not come after 12.000 s; the limit is 10.000 s
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

/// Our bound (`UCCI RD2`): later than this, while the search still runs, is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::readyok_while_thinking(view, LIMIT, out);
}
