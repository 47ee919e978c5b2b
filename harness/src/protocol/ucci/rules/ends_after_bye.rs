//! After `bye` the process ends by itself, normally.
//!
//! What stays behind holds memory and processors, and a tournament starts the next engine beside it.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! The exit status is the engine's own affair:
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
//! Killed at once, it had no time to end, and neither had an engine that closed its output first:
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
//!            ^^^ the process ended only 59.997 s after `bye`
//! 60.000000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! < bye
//!   ^^^ the process did not end after `bye`: it had to be killed
//! ~ 10s
//! ! killed
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! < bye
//!   ^^^ the process did not end after `bye`, before its input was closed
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

/// "At once" (`UCCI E4`); later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let (Some(quit), Some(ending), None) = (&view.quit, &view.end, &view.excess) else {
        return;
    };
    let Some(bye) = quit.bye.map(|it| view.entry(it)) else {
        return;
    };
    // What is closed or killed sooner, as it may be (`UCCI E3`), was not given the time to end.
    let end = view.entry(ending.entry);
    let closed = view.input_closed.map(|it| view.entry(it));
    let closed = closed.filter(|it| it.at > bye.at);
    let closed = closed.is_some_and(|it| view.waited(bye, it, LIMIT, out));
    let message = match &ending.end {
        End::Exit(_) if closed => {
            "the process did not end after `bye`, before its input was closed".to_owned()
        }
        End::Exit(_) if view.waited(bye, end, LIMIT, out) => {
            let took = said(end.time.saturating_sub(bye.time));
            format!("the process ended only {took} after `bye`")
        }
        End::Exit(_) => return out.conforms(end.at),
        // Nothing may read its output any more.
        End::Signal(signal) if comes_from_outside(signal) => return,
        End::Signal(signal) => {
            let message = format!("the process died of {signal} after `bye`");
            return out.violates(bye.culprit(), message);
        }
        End::Killed | End::Eof if !view.waited(bye, end, LIMIT, out) => return,
        End::Killed => "the process did not end after `bye`: it had to be killed".to_owned(),
        End::Eof => {
            "the engine closed its output after `bye`, but the process did not end".to_owned()
        }
        End::Cut => return,
    };
    out.violates_by_measure(bye.culprit(), message);
}
