//! Every line of the engine ends with a newline, and the engine flushes it at once.
//!
//! If a line has no newline at its end, a GUI waits for ever for the rest of the line.
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
//! A line may end with CR LF:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! <| READYOK\r\n
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! <| BYE
//!    ^^^ no newline ends this line
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/newline_ends_line",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI X-1, X-7",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_newline_ends_line(view, FLUSH_TIMEOUT, out);
}
