//! Every command gets exactly one response, in the order of the commands.
//!
//! After a missing response the controller waits for ever. After an additional response the
//! controller matches every later response to the wrong command.
//!
//! ```conforms
//! > 1 name
//! > 2 xyzzy
//! < =1 toy
//! <
//! < ?2 unknown command
//! <
//! ```
//!
//! Blank lines and comments are not commands, so they get no response. The engine may skip a line with only an id, and
//! it does not answer commands that are sent after `quit`:
//!
//! ```conforms
//! >| \n  # nothing here\n8 protocol_version\n9\n
//! < =8 2
//! <
//! > 10 quit
//! > 11 name
//! < =10
//! <
//! ! exit 0
//! ```
//!
//! A command that starts a search may take any time before its response:
//!
//! ```conforms
//! 0.000000 > 1 clear_board
//! 0.001000 < =1
//! 0.001000 <
//! 0.002000 > 2 genmove b
//! 0.003000 > 3 name
//! 100.003000 ~ 100s
//! ```
//!
//! ```violates
//! > 1 name
//!   ^^^^^^ no response, although a later command has a response
//! > 2 version
//! < =2 1.0
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! < =1 toy
//! <
//! < =1 toy
//!   ^^^^^^ a response without a command
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! < =1 toy
//! <
//! > 2 quit
//!   ^^^^^^ no response before the process ended
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > name
//!            ^^^^ no response within 10.000 s
//! 10.000000 ~ 10s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/one_response_per_command",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-31, G-4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for exchange in &view.exchanges {
        let culprit = exchange.line.culprit();
        let is_odd = exchange.unusual_kind().is_some();
        match &exchange.answer {
            // If the command is unusual, the rule about this kind of command judges the missing response.
            CommandAnswer::CommandSkipped | CommandAnswer::TimedOut(_) if is_odd => {
                out.line_left_to_other_rule = Some(culprit.at);
            }
            CommandAnswer::Answered(response) => {
                if let Some(at) = response.closing_empty_line_event() {
                    out.conforms(at);
                }
            }
            CommandAnswer::CommandSkipped => out.violates(
                culprit,
                message!(
                    "gtp_response_skipped",
                    "no response, although a later command has a response"
                ),
            ),
            CommandAnswer::ProcessEnded => out.violates(
                culprit,
                message!(
                    "gtp_ended_without_response",
                    "no response before the process ended"
                ),
            ),
            CommandAnswer::TimedOut(wait) => {
                let message = message!(
                    "gtp_response_timed_out",
                    "no response within {took}",
                    took = wait.time
                );
                if wait.host_was_late {
                    out.add_late_host_doubt(culprit.at, message);
                } else {
                    out.record_measured_violation(culprit, message);
                }
            }
            CommandAnswer::AnswerPending | CommandAnswer::NotRequired => (),
        }
    }
    for extra in &view.extra_responses {
        out.violates(
            extra.line.culprit(),
            message!("gtp_response_unasked", "a response without a command"),
        );
    }
}
