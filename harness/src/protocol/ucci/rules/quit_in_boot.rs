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
    measures: Measures::Nothing,
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
    let waited = |it: usize| view.entry(it).time >= said.time + LIMIT.mul_f64(view.scale);
    let closed = view.input_closed.is_some_and(waited);
    let killed = view.end.as_ref().is_some_and(|it| waited(it.entry));
    match view.end.as_ref().map(|it| &it.end) {
        Some(End::Exit(_)) if closed => {
            let message = "the process did not end before its input was closed";
            out.violates(view.entry(quit.entry).culprit(), message);
        }
        Some(End::Exit(_)) => out.conforms(view.entry(quit.entry).at),
        Some(End::Killed) if view.excess.is_none() && killed => {
            let message = "the process did not end: it had to be killed";
            out.violates(view.entry(quit.entry).culprit(), message);
        }
        _ => (),
    }
}
