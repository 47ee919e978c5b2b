//! Every message ends with a newline.
//!
//! An interface reads lines: a `bye` that no newline ends is never read.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A carriage return before the newline is no matter:
//!
//! ```conforms
//! > ucci
//! <| ucciok\r\n
//! > quit
//! <| bye\r\n
//! ! exit 0
//! ```
//!
//! What is no message is not judged:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! <| bye\n>
//! ! exit 0
//! ```
//!
//! A record that stops in the middle of a line says nothing about its end:
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
//! The end of a search may come in the middle of what it reports:
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
//! It makes no difference whether the process lives on:
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
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// Later than this the newline never comes.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::newline_ends_line(view, LIMIT, out);
}
