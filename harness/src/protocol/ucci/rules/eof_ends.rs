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
//! With a clock it may think to the end, and say `bye`:
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
//! An engine that is killed at once had no time to end:
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
//!            ^^^^ the process lived on for 30.000 s
//! 30.002000 ! exit 0
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
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// Our bound; the text names none.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    // We close it ourselves when `quit` was in vain; then other rules convict.
    let told = view.commands().any(|(_, it)| *it == Command::Quit);
    let Some(closed) = view.input_closed.filter(|_| !told && !view.excused()) else {
        return;
    };
    // Another protocol may be spoken, in which nothing is judged.
    if view.entry(closed).phase == Phase::Alien {
        return;
    }
    // In batch mode the searches that wait may be done first.
    let (Some(ending), Some(grace)) = (&view.end, view.grace) else {
        return;
    };
    let (closed, end) = (view.entry(closed), view.entry(ending.entry));
    let since = closed.time.saturating_add(grace);
    match (&ending.end, view.timing.waited(since, end.time, LIMIT)) {
        (End::Killed, Waited::Yes) => {
            let message = "the process lived on without input, and had to be killed";
            out.violates_by_measure(closed.at, message);
        }
        (End::Exit(_), Waited::Yes) => {
            let lived = said(end.time.saturating_sub(closed.time));
            out.violates_by_measure(closed.at, format!("the process lived on for {lived}"));
        }
        (End::Killed | End::Exit(_), Waited::HostLate(_)) => {
            let why = "the process lived on without input, but the host itself was late";
            out.host_was_late(closed.at, why);
        }
        (End::Exit(_), Waited::No) => out.conforms(closed.at),
        _ => (),
    }
}
