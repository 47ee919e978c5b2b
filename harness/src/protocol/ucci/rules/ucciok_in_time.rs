//! `ucci` is answered by `ucciok` within ten seconds.
//!
//! The specification has no limit, but league software waits ten seconds and then continues without an answer,
//! and to a user the GUI seems frozen long before that.
//!
//! ```conforms
//! 0.000000 > ucci
//! 9.500000 < ucciok
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 12.000000 < ucciok
//!             ^^^^^^ `ucciok` came after 12.000 s; the limit is 10.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ucciok_in_time",
    level: Level::Should,
    topic: "time",
    spec: "UCCI H7",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// The timeout of the league's emulator.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::greeted_in_time(view, LIMIT, out);
}
