//! Every `isready` to an idle engine is answered by one `readyok`.
//!
//! By it a GUI distinguishes a busy engine from a hung one, and knows that its settings were read.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! Several `isready` may be sent at once, also during the handshake; each is answered once:
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
//! A late answer is an answer; `readyok_prompt` judges whether it is soon enough:
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

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_per_isready",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD1, RD2, H5, D11",
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// The timeout; the specification has none.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::readyok_per_isready(view, LIMIT, out);
}
