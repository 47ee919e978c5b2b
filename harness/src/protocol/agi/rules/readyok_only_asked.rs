//! `READYOK` comes only after `ISREADY`, not after `SETRULE` or `SETOPTION`.
//!
//! A GUI reads an additional `READYOK` as the answer to its next `ISREADY`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FORBIDDEN
//! > ISREADY
//! < READYOK
//! ```
//!
//! Two `ISREADY` in a row have two answers:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! > ISREADY
//! < READYOK
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FORBIDDEN
//! < READYOK
//!   ^^^^^^^ `READYOK`, but no `ISREADY` is waiting for an answer
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/readyok_only_asked",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-7, R-26",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_readyok_only_asked,
};
