//! No line inside a response is empty.
//!
//! The empty line ends the response: a controller matches the rest to the next command, and every later response, too.
//!
//! ```conforms
//! > 1 list_commands
//! < =1 name
//! < protocol_version
//! < quit
//! <
//! ```
//!
//! A line of blanks is not empty, and empty lines between responses are ignored:
//!
//! ```conforms
//! > 1 showboard
//! < =1
//! <|    A B C\n
//! <| \x20\n
//! <|    A B C\n
//! <
//! <
//! <
//! ```
//!
//! ```violates
//! > 1 showboard
//! < =1 black to move
//! <
//! < A B C
//!   ^^^^^ the previous response seems to continue here, after an empty line
//! <
//! > 2 name
//! < =2 toy
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_empty_line_inside",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-32",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // A response of one line cannot violate this.
    for response in view.responses().filter(|it| it.lines > 1) {
        if let Some(at) = response.completed() {
            out.conforms(at);
        }
    }
    for stray in view.strays.iter().filter(|it| it.continues_response) {
        let message = message!(
            "gtp_response_continues",
            "the previous response seems to continue here, after an empty line"
        );
        out.violates(stray.line.culprit(), message);
    }
}
