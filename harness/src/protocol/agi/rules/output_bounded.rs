//! The engine does not flood its output.
//!
//! If an engine floods its output, the GUI runs out of memory.
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
//! A few repeated lines are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO DEPTH 1
//! < INFO DEPTH 1
//! > QUIT
//! < BYE
//! ! exit 0
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! = truncated 16 MiB
//!   ^^^^^^^^^^^^^^^^ the engine sent more output than a session stores (16 MiB)
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/output_bounded",
    level: Level::Robust,
    topic: "process",
    spec: "AGI X-7",
    measures: Measurement::Memory,
    since: "0.2.0",
    check: checks::check_session_limits,
};
