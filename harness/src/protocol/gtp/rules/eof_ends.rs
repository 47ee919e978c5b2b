//! The process ends at the end of its input.
//!
//! A controller that crashes cannot send `quit`. If the engine keeps running, it uses a processor until a user
//! finds it.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >! eof
//! ! exit 0
//! ```
//!
//! At the end of its input, the engine may send a farewell and exit with any status:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >! eof
//! < bye
//! ! exit 1
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! >! eof
//!   ^^^^ the process did not exit at the end of its input and had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/eof_ends",
    level: Level::Should,
    topic: "process",
    spec: "GTP G-106",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let (Some(closed), Some(ending)) = (&view.input_closed, &view.ending) else {
        return;
    };
    if closed.quit_sent || ending.kind.excuses_missing_answers() {
        return;
    }
    // A search that was running at the end of the input may go on, so the process need not exit.
    let unanswered = |it: &CommandExchange| matches!(it.answer, CommandAnswer::AnswerPending);
    if view.exchanges.iter().any(unanswered) {
        return;
    }
    match (&ending.session_end, closed.wait_for_exit) {
        (SessionEnd::Killed, WaitResult::LongEnough) => out.record_measured_violation(
            closed.at,
            message!(
                "alive_without_input",
                "the process did not exit at the end of its input and had to be killed"
            ),
        ),
        (SessionEnd::Killed, WaitResult::HostLate(_)) => out.add_late_host_doubt(
            closed.at,
            message!(
                "alive_without_input_host_late",
                "the process did not exit at the end of its input, but the host was too slow for a verdict"
            ),
        ),
        (SessionEnd::Exit(_), _) => out.conforms(closed.at),
        _ => (),
    }
}
