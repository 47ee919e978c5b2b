//! `quit` before `ucci` ends the engine.
//!
//! An interface that only wanted to know whether the program starts leaves no process behind.
//!
//! ```conforms
//! > quit
//! ! exit 0
//! ```
//!
//! With `bye` or without:
//!
//! ```conforms
//! > quit
//! < bye
//! ! exit 1
//! ```
//!
//! ```violates
//! > quit
//!   ^^^^ the process did not end: it had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/quit_in_boot",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E5",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

/// Later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let Some(quit) = view.quit.as_ref().filter(|it| it.phase == Phase::Boot) else {
        return;
    };
    let said = view.entry(quit.entry);
    let closed = view.input_closed;
    let killed = view.end.as_ref();
    let closed = closed.is_some_and(|it| view.waited(said, view.entry(it), LIMIT, out));
    let killed = killed.is_some_and(|it| view.waited(said, view.entry(it.entry), LIMIT, out));
    match view.end.as_ref().map(|it| &it.end) {
        Some(End::Exit(_)) if closed => {
            let message = "the process did not end before its input was closed";
            out.violates_by_measure(said.culprit(), message);
        }
        Some(End::Exit(_)) => out.conforms(view.entry(quit.entry).at),
        Some(End::Killed) if view.excess.is_none() && killed => {
            let message = "the process did not end: it had to be killed";
            out.violates_by_measure(said.culprit(), message);
        }
        _ => (),
    }
}
