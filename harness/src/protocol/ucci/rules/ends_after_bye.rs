//! After `bye` the process exits by itself.
//!
//! A process that stays uses memory and processors, while a tournament starts the next engine.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Any exit status is allowed:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 3
//! ```
//!
//! An interface may close the pipes as soon as it has read `bye`:
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
//! An engine that is killed at once had no time to exit, nor had one that closed its output first:
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
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// The timeout; the specification says "at once" (`UCCI E4`).
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::ends_after_bye(view, LIMIT, out);
}
