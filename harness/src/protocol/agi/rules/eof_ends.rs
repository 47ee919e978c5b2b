//! The engine exits at the end of its input.
//!
//! A GUI that crashed cannot send `QUIT`, so an engine that keeps running is an orphan.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >! eof
//! ! exit 0
//! ```
//!
//! The engine may send `BYE` before it exits:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >! eof
//! < BYE
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 >! eof
//!            ^^^^ the process did not exit at the end of its input and had to be killed
//! 12.003000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/eof_ends",
    level: Level::Should,
    topic: "process",
    spec: "AGI X-10",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_eof_ends_process(view, EXIT_TIMEOUT, out);
}
