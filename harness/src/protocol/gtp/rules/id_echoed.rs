//! A response carries the id of its command, directly after `=` or `?`.
//!
//! A controller that asks ahead finds its answers by id: without it, it cannot tell whose answer this is.
//!
//! ```conforms
//! > 7 protocol_version
//! < =7 2
//! <
//! ```
//!
//! A failure has it too, and control bytes and blanks before the command change nothing:
//!
//! ```conforms
//! >| \t 8 na\x01me # who is it?\r\n
//! < ?8 unknown command
//! <
//! ```
//!
//! What is no id by the grammar need not come back:
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
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // An id alone is no command.
    for (turn, response) in view
        .answered()
        .filter(|(turn, _)| turn.command.name.is_some())
    {
        let sent @ Id::Number(_) = turn.id() else {
            continue;
        };
        let found = response.status.id;
        let culprit = response.line.point(response.status.id_span.clone());
        out.require(found == sent, culprit, || {
            format!("expected id {}, found {}", sent.name(), found.name())
        });
    }
}
