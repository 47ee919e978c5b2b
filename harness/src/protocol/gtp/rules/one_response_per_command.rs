//! Every command gets exactly one response, in the order of the commands.
//!
//! After one too few a controller waits for ever; after one too many every answer is taken for that of another command.
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
//! Blank lines and comments are no commands, an id alone may be passed over, and nothing is owed after `quit`:
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
//! A command that is searched for has all the time it wants:
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
//!   ^^^^^^ no response, but a later command got one
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
//!   ^^^^^^ a response that no command asked for
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! < =1 toy
//! <
//! > 2 quit
//!   ^^^^^^ the process ended without a response
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > name
//!            ^^^^ no response in 10.000 s
//! 10.000000 ~ 10s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/one_response_per_command",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-31",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for turn in &view.turns {
        let culprit = turn.line.culprit();
        match &turn.answer {
            Answer::Given(response) => {
                if let Some(at) = response.completed() {
                    out.conforms(at);
                }
            }
            Answer::Skipped => out.violates(culprit, "no response, but a later command got one"),
            Answer::Left => out.violates(culprit, "the process ended without a response"),
            Answer::Late(wait) => {
                let message = format!("no response in {}", seconds(wait.time));
                if wait.host_was_late {
                    out.host_was_late(culprit.at, message);
                } else {
                    out.violates_by_measure(culprit, message);
                }
            }
            Answer::Owed | Answer::Waived => (),
        }
    }
    for extra in &view.extras {
        out.violates(extra.line.culprit(), "a response that no command asked for");
    }
}
