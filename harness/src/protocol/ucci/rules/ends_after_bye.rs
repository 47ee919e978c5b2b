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
    measures: Measures::Time,
    since: "0.1.0",
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
    // Whoever closes the pipes or kills sooner, as it may (`UCCI E3`), has not waited for the end.
    let waited = |it: &Entry| it.at > bye.at && it.time >= bye.time + LIMIT.mul_f64(view.scale);
    let closed = view.input_closed.is_some_and(|it| waited(view.entry(it)));
    match &ending.end {
        End::Exit(_) if closed => {
            let message = "the process did not end after `bye`, before its input was closed";
            out.violates(bye.culprit(), message);
        }
        End::Exit(_) => out.conforms(view.entry(ending.entry).at),
        End::Signal(signal) => {
            out.violates(
                bye.culprit(),
                format!("the process died of {signal} after `bye`"),
            );
        }
        End::Killed if !waited(view.entry(ending.entry)) => (),
        End::Killed => {
            let message = "the process did not end after `bye`: it had to be killed";
            out.violates(bye.culprit(), message);
        }
        End::Eof => {
            let message = "the engine closed its output after `bye`, but the process did not end";
            out.violates(bye.culprit(), message);
        }
        End::Cut => (),
    }
}
