//! The end of its input ends the engine.
//!
//! When an interface crashes, nobody is left to say `quit`: an engine that lives on is a process that
//! eats a processor until somebody finds it.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! It may finish what it was thinking about:
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
//! ```violates
//! > ucci
//! < ucciok
//! >! eof
//!   ^^^^ the process lived on without input, and had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/eof_ends",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E5",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // We close it ourselves when `quit` was in vain; then other rules convict.
    let told = view.commands().any(|(_, it)| *it == Command::Quit);
    let hung = view
        .end
        .as_ref()
        .is_none_or(|it| it.manner != Manner::Orderly);
    let Some(closed) = view.input_closed.filter(|_| !told && !hung) else {
        return;
    };
    match view.end.as_ref().map(|it| &it.end) {
        Some(End::Exit(_)) => out.conforms(view.entry(closed).at),
        Some(End::Killed) if view.excess.is_none() => {
            let message = "the process lived on without input, and had to be killed";
            out.violates(view.entry(closed).at, message);
        }
        _ => (),
    }
}
