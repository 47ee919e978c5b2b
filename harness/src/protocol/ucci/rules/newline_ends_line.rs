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
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! <| bye
//!    ^^^ no newline ends this line
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/newline_ends_line",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI T2",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // Whoever was cut off in the middle of a line is judged for that.
    let left = |it: &Ending| matches!(it.end, End::Exit(_) | End::Eof);
    let whole = |it: &Ending| it.kind == EndKind::Clean && left(it);
    let orderly = view.excess.is_none() && view.end.as_ref().is_some_and(whole);
    for (entry, response) in view.spoken() {
        if !entry.unended {
            out.conforms(entry.at);
        } else if orderly && !matches!(response, Response::Blank | Response::Other) {
            out.violates(entry.culprit(), "no newline ends this line");
        }
    }
}
