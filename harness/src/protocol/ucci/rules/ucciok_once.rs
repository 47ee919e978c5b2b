//! The engine ends the handshake with exactly one `ucciok`.
//!
//! Without `ucciok` a GUI waits for ever, and a second `ucciok` answers no command.
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < ucciok
//! ```
//!
//! The engine may be slow, and may send other lines before `ucciok`:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.100000 < Example 1.0 by nobody
//! 8.000000 < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! < ucciok
//!   ^^^^^^ a second `ucciok`
//! ```
//!
//! ```violates
//! > ucci
//!   ^^^^ `ucciok` was not received within 30.000 s; the limit is 10.000 s
//! < id name Example
//! ~ 30s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ucciok_once",
    level: Level::Must,
    topic: "state",
    spec: "UCCI H2, ST2, T1, T3, L2",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// The league's emulator waits this long for `ucciok`. The rule `ucciok_in_time` judges a slow `ucciok`.
const UCCIOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_answered_once(view, UCCIOK_TIMEOUT, out);
}
