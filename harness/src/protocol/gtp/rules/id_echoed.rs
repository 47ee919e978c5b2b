//! A response contains the id of its command, directly after `=` or `?`.
//!
//! A controller may send several commands before it reads the first response. The controller
//! matches the responses to the commands by their ids.
//!
//! ```conforms
//! > 7 protocol_version
//! < =7 2
//! <
//! ```
//!
//! An error response also contains the id of its command. Control bytes and blanks before the command do not change its
//! id:
//!
//! ```conforms
//! >| \t 8 na\x01me # comment\r\n
//! < ?8 unknown command
//! <
//! ```
//!
//! The engine need not return an id that is no plain number, such as a number with leading zeros:
//!
//! ```conforms
//! > 1 name
//! < =1 toy
//! <
//! > 007 name
//! < = toy
//! <
//! ```
//!
//! ```violates
//! > 7 protocol_version
//! < = 2
//!   ^ expected id 7, found none
//! <
//! ```
//!
//! ```violates
//! > 1 name
//! > 2 version
//! < =1 toy
//! <
//! < =12 1.0
//!    ^^ expected id 2, found 12
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/id_echoed",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-22",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // A line with only an id has no command, so this rule does not judge its response.
    for (exchange, response) in view
        .answered_exchanges()
        .filter(|(exchange, _)| exchange.command.name.is_some())
    {
        let sent @ Id::Number(_) = exchange.command_id() else {
            continue;
        };
        let found = response.status.id;
        let culprit = response.line.culprit_part(response.status.id_span.clone());
        out.require(found == sent, culprit, || {
            match (sent.valid_number(), found) {
                (Some(sent), Id::None) => {
                    message!("gtp_id_missing", "expected id {sent}, found none", sent)
                }
                (Some(sent), Id::Number(found)) => {
                    message!(
                        "gtp_id_differs",
                        "expected id {sent}, found {found}",
                        sent,
                        found
                    )
                }
                (sent, _) => message!(
                    "gtp_id_malformed",
                    "expected id {sent}, found another number",
                    sent = sent.unwrap_or_default()
                ),
            }
        });
    }
}
