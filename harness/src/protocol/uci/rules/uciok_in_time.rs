//! The engine sends `uciok` within three seconds after `uci`.
//!
//! A GUI asks every engine in its list for its options, and some GUIs give up after three seconds.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.100000 < id name Example
//! 0.100000 < id author A. N. Author
//! 2.900000 < uciok
//! ```
//!
//! The engine may load its data later, at `isready`:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 9.000000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 5.000000 < uciok
//!            ^^^^^ `uciok` came after 5.000 s; the limit is 3.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/uciok_in_time",
    level: Level::Should,
    topic: "time",
    spec: "UCI U9",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

const UCIOK_TIME_LIMIT: Duration = Duration::from_secs(3);

fn check(view: &View, out: &mut Findings) {
    checks::check_greeting_in_time(view, UCIOK_TIME_LIMIT, out);
}
