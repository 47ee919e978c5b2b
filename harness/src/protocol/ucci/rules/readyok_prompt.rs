//! `isready` is answered within a second.
//!
//! A GUI that waits for `readyok` before each game or each setting is as slow as this answer.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 0.902000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 2.502000 < readyok
//!            ^^^^^^^ `readyok` came after 2.500 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI RD2",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// Our limit; the specification has none.
const LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::readyok_prompt(view, LIMIT, out);
}
