//! No line inside a response is empty.
//!
//! An empty line ends a response. If a response contains an empty line, the controller matches the remaining lines, and
//! all later responses, to the wrong commands.
//!
//! ```conforms
//! > 1 gogui-analyze_commands
//! < =1 dboard/Eyes/eyes
//! < none/Help/help
//! <
//! ```
//!
//! A line of blanks is not empty. Empty lines between two responses are ignored:
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
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // A response of a single line cannot contain an empty line.
    for response in view.responses().filter(|it| it.line_count > 1) {
        if let Some(at) = response.closing_empty_line_event() {
            out.conforms(at);
        }
    }
    for stray in view
        .unexpected_lines
        .iter()
        .filter(|it| it.continues_response)
    {
        let message = message!(
            "gtp_response_continues",
            "the previous response seems to continue here, after an empty line"
        );
        out.violates(stray.line.culprit(), message);
    }
}
