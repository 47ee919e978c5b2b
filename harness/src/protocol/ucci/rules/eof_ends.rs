//! The engine exits at the end of its input.
//!
//! An interface that crashed cannot send `quit`. If the engine keeps running after the interface crashed, the engine is
//! an orphan and may use a processor for days.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! The engine may finish its search before it exits:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! >! eof
//! < bestmove h2e2
//! ! exit 1
//! ```
//!
//! After `go time` the engine may search until its clock runs out, and may send `bye`:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 60 increment 0
//! 0.004000 >! eof
//! 50.000000 < bestmove h2e2
//! 50.001000 < bye
//! 50.002000 ! exit 0
//! ```
//!
//! This rule does not judge an engine that was killed immediately after the end of its input:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 >! eof
//! 0.003000 ! killed
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 >! eof
//!            ^^^^ the process exited 30.000 s after the end of its input
//! 30.002000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >! eof
//!   ^^^^ the process did not exit at the end of its input and had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/eof_ends",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E5",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// This timeout is our choice; the specification has no timeout for the exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_eof_ends_process(view, EXIT_TIMEOUT, out);
}
