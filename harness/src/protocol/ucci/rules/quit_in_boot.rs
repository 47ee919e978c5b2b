//! The engine exits after `quit`, even if `ucci` was not sent.
//!
//! An interface may only check whether the program starts, and send `quit` at once. An engine that
//! keeps running after an early `quit` is an orphan.
//!
//! ```conforms
//! > quit
//! ! exit 0
//! ```
//!
//! The engine may send `bye` before it exits:
//!
//! ```conforms
//! > quit
//! < bye
//! ! exit 1
//! ```
//!
//! ```violates
//! > quit
//!   ^^^^ the process did not exit and was killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/quit_in_boot",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E5",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// The engine must exit within this time after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let Some(quit) = view
        .quit
        .as_ref()
        .filter(|it| it.phase == EnginePhase::BeforeFirstCommand)
    else {
        return;
    };
    let sent = view.entry(quit.entry);
    let closed = view.input_closed_entry;
    let killed = view.session_end.as_ref();
    let closed =
        closed.is_some_and(|it| view.has_waited_between(sent, view.entry(it), EXIT_TIMEOUT, out));
    let killed = killed
        .is_some_and(|it| view.has_waited_between(sent, view.entry(it.entry), EXIT_TIMEOUT, out));
    match view.session_end.as_ref().map(|it| &it.session_end) {
        Some(SessionEnd::Exit(_)) if closed => {
            let message = message!(
                "no_exit_before_eof",
                "the process did not exit before its input was closed"
            );
            out.record_measured_violation(sent.culprit(), message);
        }
        Some(SessionEnd::Exit(_)) => out.conforms(view.entry(quit.entry).at),
        Some(SessionEnd::Killed) if view.exceeded_limit.is_none() && killed => {
            let message = message!("no_exit_in_boot", "the process did not exit and was killed");
            out.record_measured_violation(sent.culprit(), message);
        }
        _ => (),
    }
}
