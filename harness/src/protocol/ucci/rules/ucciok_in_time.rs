//! The engine answers `ucci` with `ucciok` within ten seconds.
//!
//! The specification does not limit the time until `ucciok`, but league software waits only ten seconds, and to a user
//! the GUI seems frozen much earlier.
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
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// The league's emulator waits this long for `ucciok`.
const UCCIOK_TIME_LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_in_time(view, UCCIOK_TIME_LIMIT, out);
}
