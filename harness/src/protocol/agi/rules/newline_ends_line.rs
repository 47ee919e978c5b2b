//! Every line ends with a newline, and is flushed.
//!
//! A GUI that reads lines waits for ever.
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
//! CR LF is understood:
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

/// Our choice.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_newline_ends_line(view, FLUSH_TIMEOUT, out);
}
