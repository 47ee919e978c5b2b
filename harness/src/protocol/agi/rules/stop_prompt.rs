//! `BESTMOVE` comes at once after `STOP`.
//!
//! If `BESTMOVE` comes late, the GUI seems to hang when the user clicks "move now".
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > STOP
//! 0.010000 < BESTMOVE 78
//! ```
//!
//! A delay of less than a second is allowed:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > STOP
//! 0.800000 < INFO DEPTH 9
//! 0.900000 < BESTMOVE 78
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > STOP
//! 2.003000 < BESTMOVE 78
//!            ^^^^^^^^^^^ the result came after 2.000 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/stop_prompt",
    level: Level::Should,
    topic: "time",
    spec: "AGI R-12",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The limit is our choice: the specification demands an immediate result, but sets no time.
const RESULT_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_prompt(view, RESULT_LIMIT, out);
}
