//! No line inside a response is empty.
//!
//! The empty line ends the response: a controller takes what follows for something else, and is a step behind from then on.
//!
//! ```conforms
//! > 1 list_commands
//! < =1 name
//! < protocol_version
//! < quit
//! <
//! ```
//!
//! A line of blanks is not empty, and further empty lines behind a response belong to none:
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
//!   ^^^^^ the response before seems to go on here, after an empty line
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
    // A single line has no inside.
    for response in view.responses().filter(|it| it.lines > 1) {
        if let Some(at) = response.completed() {
            out.conforms(at);
        }
    }
    for stray in view.strays.iter().filter(|it| it.goes_on) {
        let message = "the response before seems to go on here, after an empty line";
        out.violates(stray.line.culprit(), message);
    }
}
