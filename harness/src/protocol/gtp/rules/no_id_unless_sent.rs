//! A command without an id gets a response without one.
//!
//! A controller that sends no ids may take the number for the beginning of the answer.
//!
//! ```conforms
//! > protocol_version
//! < = 2
//! <
//! ```
//!
//! An answer may begin with a number, and an id that is none by the grammar is not judged:
//!
//! ```conforms
//! > version
//! < = 3.8
//! <
//! > 2147483648 name
//! < =2147483648 toy
//! <
//! ```
//!
//! ```violates
//! > name
//! < =1 toy
//!    ^ the command had no id, found 1
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_id_unless_sent",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-23",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (turn, response) in view.answered().filter(|(turn, _)| turn.id() == Id::None) {
        let found = response.status.id;
        let culprit = response.line.point(response.status.id_span.clone());
        debug_assert!(turn.command.name.is_some());
        out.require(found == Id::None, culprit, || {
            format!("the command had no id, found {}", found.name())
        });
    }
}
