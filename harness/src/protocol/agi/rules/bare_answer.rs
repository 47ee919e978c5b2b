//! `AGIOK`, `READYOK` and `BYE` are lines without any other words.
//!
//! A GUI compares the whole line, and does not recognize an answer with additional words.
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
//! Blanks and a carriage return around the answer are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! <| readyok \r\n
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! < READYOK 78
//!           ^^ `READYOK` must be the whole line, but `78` follows it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bare_answer",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI R-2, R-7, R-16",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_bare_answer,
};
