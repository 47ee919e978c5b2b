//! The engine does not hang: it answers or ends.
//!
//! A GUI that waits for an answer of a hung engine also hangs.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! < BYE
//! ! exit 0
//! ```
//!
//! A slow answer is no hang:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//! 9.000000 < READYOK
//! 9.001000 > QUIT
//! 9.002000 < BYE
//! 9.003000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//!            ^^^^^^^ the engine sent nothing after this command and had to be killed
//! 30.000000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/no_hang",
    level: Level::Robust,
    topic: "process",
    spec: "AGI X-4, X-5",
    measures: Measurement::Absence,
    since: "0.2.0",
    check: checks::check_no_hang,
};
