//! After `bye` the process exits by itself.
//!
//! A process that keeps running uses memory and processors while a tournament starts the next engine.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! After `bye`, the process may exit with any status:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 3
//! ```
//!
//! An interface may close the pipes immediately after it reads `bye`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! >! eof
//! ! exit 0
//! ```
//!
//! This rule does not judge an engine that was killed immediately after `bye`, even if it closed its output first:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ~ 1s
//! ! eof
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > quit
//! 0.003000 < bye
//!            ^^^ the process exited 59.997 s after `bye`; the limit is 10.000 s
//! 60.000000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! < bye
//!   ^^^ the process did not exit after `bye` and had to be killed
//! ~ 10s
//! ! killed
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! < bye
//!   ^^^ the process had not exited after `bye` when its input was closed
//! ~ 10s
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! < bye
//!   ^^^ the process died of SIGSEGV after `bye`
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ends_after_bye",
    level: Level::Must,
    topic: "process",
    spec: "UCCI E4",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// This timeout for the exit is our choice; the specification says "at once" (`UCCI E4`).
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_exit_after_bye(view, EXIT_TIMEOUT, out);
}
