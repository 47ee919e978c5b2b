//! `ID` and `OPTION` come only between `AGI` and `AGIOK`.
//!
//! After `AGIOK` a GUI accepts no further names and features of the engine.
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
//! Several `ID` lines are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example AUTHOR Some One
//! < ID AUTHOR Another
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! < OPTION OWNBOOK FALSE PONDER FALSE
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this line belongs between `AGI` and `AGIOK`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/handshake_lines",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-2, R-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if matches!(response, Response::Id(_) | Response::Option(_)) {
            View::judge_expectation(entry, out, || {
                message!("outside_agi", "this line belongs between `AGI` and `AGIOK`")
            });
        }
    }
}
