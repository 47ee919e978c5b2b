//! The engine answers `uci` with exactly one `uciok`.
//!
//! A GUI waits for `uciok` before it sends anything else. A second `uciok` makes the engine look as if it had
//! restarted.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! The engine may answer a second `uci` with another `uciok`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < uciok
//!   ^^^^^ a second `uciok`
//! ```
//!
//! ```violates
//! 0.000000 > uci
//!            ^^^ `uciok` was not received within 30.000 s; the limit is 10.000 s
//! 0.001000 < id name Example
//! 30.000000 ~ 30s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/uciok_once",
    level: Level::Must,
    topic: "state",
    spec: "UCI U16",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// Interfaces stop waiting for `uciok` after 3 to 35 s (`UCI A18`).
const UCIOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_answered_once(view, UCIOK_TIMEOUT, out);
}
