//! The engine writes only responses to standard output.
//!
//! Banners, prompts and debug lines belong on standard error. A controller may read a banner on
//! standard output as a response, or end the engine.
//!
//! ```conforms
//! > 1 name
//! < =1 toy
//! <
//! ```
//!
//! On standard error any text is allowed, and empty lines between responses are ignored:
//!
//! ```conforms
//! % toy 1.0 (c) 2004
//! > 1 name
//! <
//! < =1 toy
//! <
//! % thinking ...
//! <
//! > 2 quit
//! < =2
//! <
//! ! exit 0
//! ```
//!
//! ```violates
//! < toy 1.0
//!   ^^^^^^^ expected a response, found other text
//! < (c) 2004
//! > 1 name
//! < =1 toy
//! <
//! > 2 genmove b
//! < thinking ...
//!   ^^^^^^^^^^^^ expected a response, found other text
//! < =2 D4
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/nothing_else_on_stdout",
    level: Level::Must,
    topic: "framing",
    spec: "GTP G-11, G-34, G-39, G-41",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for at in view
        .responses()
        .filter_map(|it| it.closing_empty_line_event())
    {
        out.conforms(at);
    }
    for stray in view
        .unexpected_lines
        .iter()
        .filter(|it| !it.continues_response && !it.begins_with_late_report)
    {
        let message = message!(
            "gtp_not_a_response",
            "expected a response, found other text"
        );
        out.violates(stray.line.culprit(), message);
    }
}
