//! After `AGI` every line of the engine begins with a keyword of the protocol.
//!
//! A GUI cannot distinguish a line of free text from a damaged message.
//!
//! A keyword in lower case is allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > isready
//! < readyok
//! ```
//!
//! Blanks around a response are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! <| \tREADYOK \n
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! < loading weights
//!   ^^^^^^^ unrecognized first word `loading`; expected one of ID, OPTION, AGIOK, READYOK, INFO, BESTMOVE, BYE
//! < READYOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/first_words",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI X-2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        match response {
            Response::Blank => (),
            Response::Other => {
                let Some(word) = Words::new(&entry.line).next() else {
                    continue;
                };
                let why = message!(
                    "keyword_unknown",
                    "unrecognized first word `{word}`; expected one of ID, OPTION, AGIOK, READYOK, INFO, BESTMOVE, BYE",
                    word = word.to_text()
                );
                out.violates(entry.culprit_of_part(word.span), why);
            }
            _ => out.conforms(entry.at),
        }
    }
}
