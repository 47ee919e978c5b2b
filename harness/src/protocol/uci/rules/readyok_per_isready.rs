//! An idle engine answers every `isready` with one `readyok`.
//!
//! Before a game or a search, a GUI waits for `readyok`, often without a time limit.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! The engine may load data for a long time before it answers `isready`:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 40.000000 < readyok
//! ```
//!
//! This rule does not judge an `isready` that ends with CR LF; the rule `line_crlf` judges this case:
//!
//! ```unjudged
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 >| isready\r\n
//! 10.502000 ~ 10.5s
//! 10.502000 > quit
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > isready
//!            ^^^^^^^ `readyok` was not received within 60.000 s; the limit is 10.000 s
//! 0.003000 < info string not now
//! 60.002000 ~ 60s
//! ```
//!
//! Even if the transcript has no times, the result of a later `go` shows that the engine read the `isready`, and the
//! end of the process shows that no answer comes any more:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//!   ^^^^^^^ `readyok` never came, although the result of a later `go` came
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! > isready
//!   ^^^^^^^ `readyok` never came, although the result of a later `go` came
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/readyok_per_isready",
    level: Level::Must,
    topic: "state",
    spec: "UCI U26, U27",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The protocol's text sets no time limit for `readyok`. Interfaces stop waiting for `readyok` after 5 to 60 s.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_per_isready(view, READYOK_TIMEOUT, out);
}
