//! The engine ignores a line with only an id, or answers it with one failure.
//!
//! A line with only an id contains no command. If a line with only an id gets a success or two responses, the
//! controller matches every later response to the wrong command.
//!
//! ```conforms
//! > 5
//! < ?5 syntax error
//! <
//! > 6 name
//! < =6 toy
//! <
//! ```
//!
//! The engine may ignore a line with only an id:
//!
//! ```conforms
//! > 5
//! > 6 name
//! < =6 toy
//! <
//! ```
//!
//! ```violates
//! > 5
//! < =5
//!   ^^ a success, although the line has no command
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/id_alone",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-24",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let id_only = |it: &&CommandExchange| it.unusual_kind() == Some(UnusualCommand::IdAlone);
    for exchange in view.exchanges.iter().filter(id_only) {
        match exchange.response() {
            Some(response) => {
                out.require(!response.status.is_success, response.line.culprit(), || {
                    message!(
                        "gtp_id_alone_success",
                        "a success, although the line has no command"
                    )
                })
            }
            None if matches!(exchange.answer, CommandAnswer::NotRequired) => {
                out.conforms(exchange.line.at)
            }
            None => (),
        }
    }
    checks::judge_unusual_commands(view, out, UnusualCommand::IdAlone);
}
