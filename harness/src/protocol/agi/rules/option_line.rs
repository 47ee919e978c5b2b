//! The handshake has one `OPTION` line, with `TRUE` or `FALSE` for `OWNBOOK` and `PONDER`.
//!
//! A GUI offers only the features that the `OPTION` line names.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! The two features may come in either order:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example
//! < OPTION PONDER TRUE OWNBOOK FALSE
//! < AGIOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK YES PONDER TRUE
//!                  ^^^ `OWNBOOK` must be followed by TRUE or FALSE
//! < AGIOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example
//! < AGIOK
//!   ^^^^^ no `OPTION` came before this line
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/option_line",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI R-4, R-2, N-14",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        if let Response::Option(line) = response {
            match &line.grammar_error {
                Some((span, why)) => {
                    out.violates(entry.culprit_of_part(span.clone()), why.clone());
                }
                None => out.conforms(entry.at),
            }
        }
    }
    let handshake = view.first_handshake.as_ref();
    let Some((begin, end)) = handshake.and_then(|it| Some((it.entry, it.answer_entry?))) else {
        return;
    };
    let lines = view.entries[begin..end].iter();
    let mut lines = lines.filter(|it| matches!(it.response(), Some(Response::Option(_))));
    if lines.next().is_none() {
        let why = message!("option_line_missing", "no `OPTION` came before this line");
        out.violates(view.entry(end).culprit(), why);
    }
    if let Some(second) = lines.next() {
        out.violates(
            second.culprit(),
            message!("option_line_twice", "a second `OPTION` line"),
        );
    }
}
