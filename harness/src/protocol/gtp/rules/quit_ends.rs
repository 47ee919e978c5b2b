//! The process ends after it has answered `quit`.
//!
//! A process that stays alive after `quit` uses memory and processor time until a user finds it.
//!
//! ```conforms
//! > quit
//! < =
//! <
//! ! exit 0
//! ```
//!
//! The process may exit with any status, and may need some seconds to exit:
//!
//! ```conforms
//! 0.000000 > quit
//! 0.001000 < =
//! 0.001000 <
//! 6.000000 ! exit 3
//! ```
//!
//! ```violates
//! 0.000000 > quit
//!            ^^^^ the process did not exit after `quit` and had to be killed
//! 0.001000 < =
//! 0.001000 <
//! 12.000000 ~ 10s
//! 12.000000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/quit_ends",
    level: Level::Must,
    topic: "process",
    spec: "GTP G-105",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    let quit = view
        .exchanges
        .iter()
        .find(|it| it.is_valid_command(&["quit"]));
    let Some((exchange, response)) = quit.and_then(|it| Some((it, it.response()?))) else {
        return;
    };
    if response.closing_empty_line_event().is_none() {
        return;
    }
    match (&ending.session_end, ending.wait_since_output) {
        (SessionEnd::Exit(_) | SessionEnd::Eof, _) => out.conforms(ending.at),
        (SessionEnd::Killed, WaitResult::LongEnough) => out.record_measured_violation(
            exchange.line.culprit(),
            message!(
                "gtp_alive_after_quit",
                "the process did not exit after `quit` and had to be killed"
            ),
        ),
        (SessionEnd::Killed, WaitResult::HostLate(_)) => out.add_late_host_doubt(
            exchange.line.at,
            message!(
                "gtp_alive_after_quit_host_late",
                "the process did not exit after `quit`, but the host was too slow for a verdict"
            ),
        ),
        _ => (),
    }
}
