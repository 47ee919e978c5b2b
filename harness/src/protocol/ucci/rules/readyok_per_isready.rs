//! An idle engine answers every `isready` with one `readyok`.
//!
//! With `isready` a GUI distinguishes a busy engine from a hung engine, and makes sure that the engine has read its
//! settings.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! An interface may send several `isready` at once, even during the handshake. The engine answers each `isready` once:
//!
//! ```conforms
//! > ucci
//! > isready
//! > isready
//! < ucciok
//! < readyok
//! < readyok
//! ```
//!
//! A late answer conforms to this rule; the rule `readyok_prompt` judges the delay:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 15.002000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//!            ^^^^^^^ `readyok` was not received within 11.000 s; the limit is 10.000 s
//! 11.002000 ~ 11s
//! ```
//!
//! Even if the transcript has no times, the result of a later `go` shows that the engine read the `isready`, and the
//! end of the process shows that no answer comes any more:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > isready
//!   ^^^^^^^ `readyok` never came, although the result of a later `go` came
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > isready
//! > isready
//!   ^^^^^^^ `readyok` never came, although the result of a later `go` came
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > quit
//! < bye
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_per_isready",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD1, RD2, H5, D11",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// This timeout for `readyok` is our choice; the specification has none.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_per_isready(view, READYOK_TIMEOUT, out);
}
