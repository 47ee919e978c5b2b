//! Every `isready` to an idle engine is answered by one `readyok`.
//!
//! It is how a GUI tells a busy engine from a dead one, and how it knows that its settings were read.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! Several may be asked at once, before the handshake is over too; each is answered once:
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
//! One that comes late has come; whether that is soon enough is the affair of `readyok_prompt`:
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
//!            ^^^^^^^ `readyok` had not come after 11.000 s; the limit is 10.000 s
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

/// How soon is not said; later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::readyok_per_isready(view, LIMIT, out);
}
