//! `AGI` is answered by one `AGIOK`, the last line of the handshake.
//!
//! A GUI waits for `AGIOK` before it sends anything else, and gives up if `AGIOK` does not come.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! < READYOK
//! ```
//!
//! A slow answer and an answer in lower case are allowed:
//!
//! ```conforms
//! 0.000000 > agi
//! 5.000000 < id name example
//! 5.000000 < option ponder true ownbook false
//! 5.000000 < agiok
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//!            ^^^ `AGIOK` was not received within 20.000 s; the limit is 10.000 s
//! 0.001000 < ID NAME Example
//! 20.000000 ~ 20s
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! < AGIOK
//!   ^^^^^ a second `AGIOK`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/agiok_once",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-2",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const AGIOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_answered_once(view, AGIOK_TIMEOUT, out);
}
