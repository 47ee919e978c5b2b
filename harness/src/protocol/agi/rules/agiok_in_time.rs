//! `AGIOK` comes soon after `AGI`.
//!
//! While a GUI waits for `AGIOK`, it seems to hang.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! The engine may need time to load a large network:
//!
//! ```conforms
//! 0.000000 > AGI
//! 2.500000 < ID NAME Example
//! 2.500000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 2.500000 < AGIOK
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 4.500000 < AGIOK
//!            ^^^^^ `AGIOK` came after 4.500 s; the limit is 3.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/agiok_in_time",
    level: Level::Should,
    topic: "time",
    spec: "AGI R-2",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The limit is our choice, because the specification sets no time.
const AGIOK_LIMIT: Duration = Duration::from_secs(3);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_in_time(view, AGIOK_LIMIT, out);
}
