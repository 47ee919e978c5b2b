//! Every message ends with a newline.
//!
//! An interface reads lines: it never reads a `bye` without a newline.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A carriage return before the newline is allowed:
//!
//! ```conforms
//! > ucci
//! <| ucciok\r\n
//! > quit
//! <| bye\r\n
//! ! exit 0
//! ```
//!
//! A line that is not a message of the protocol is not judged:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! <| bye\n>
//! ! exit 0
//! ```
//!
//! If a transcript ends in the middle of a line, the missing newline is not a violation:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 9
//! <| bestmo
//! ! cut
//! ```
//!
//! After a `quit` during a search, the engine may exit in the middle of an `info` line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > quit
//! <| info depth 2 sco
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! <| bye
//!    ^^^ no newline ends this line
//! ! exit 0
//! ```
//!
//! The missing newline is a violation even if the process keeps running:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 0.003000 <| readyok
//!             ^^^^^^^ no newline ends this line
//! 10.010000 ~ 10s
//! 10.010000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/newline_ends_line",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI T2",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The engine must write the newline within this time.
const NEWLINE_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_newline_ends_line(view, NEWLINE_TIMEOUT, out);
}
