//! After `GO TIME` the engine answers before its time is over.
//!
//! An engine that answers too late loses the game on time.
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO TIME 1000
//! 0.900000 < BESTMOVE 78
//! ```
//!
//! Because the pipes take time, the result may come 50 ms after the end of the clock. With less than 10 ms on the clock, it
//! may come two seconds after it:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO TIME 1000
//! 1.040000 < BESTMOVE 78
//! ```
//!
//! A clock of 0 ms is not judged, because no engine can answer in no time:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO TIME 0
//! 0.020000 < BESTMOVE 78
//! 0.030000 > GO TIME 50
//! 0.050000 < BESTMOVE 78
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO TIME 1000
//! 1.502000 < BESTMOVE 78
//!            ^^^^^^^^^^^ the clock had 1.000 s, but the result came after 1.500 s
//! ```

use super::super::prelude::*;
use crate::protocol::search::clock_tolerance;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/clock_kept",
    level: Level::Must,
    topic: "time",
    spec: "AGI R-23, R-18, N-20",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let Some(left) = search.limits().clock.filter(|it| !it.is_zero()) else {
            continue;
        };
        if search.may_be_skipped {
            continue;
        }
        let deadline = Deadline {
            command_entry: view.entry(search.entry),
            starts_at: search.started,
            answer: None,
            clock_time: left,
            limit: clock_tolerance(left),
        };
        if let Some(deadline) = deadline.clock_deadline(view, search) {
            deadline.judge(view, out, |it: OverdueAnswer| it.clock_message(left));
        }
    }
}
