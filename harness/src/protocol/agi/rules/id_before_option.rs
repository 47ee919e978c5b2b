//! `ID` comes before `OPTION`.
//!
//! The AGI specification describes `ID` before `OPTION`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! Only `ID NAME` must come before `OPTION`; `ID AUTHOR` may come later:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < ID AUTHOR Some One
//! < AGIOK
//! ```
//!
//! ```violates
//! > AGI
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < ID NAME Example
//!   ^^^^^^^^^^^^^^^ `ID NAME` after `OPTION`
//! < AGIOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/id_before_option",
    level: Level::Should,
    topic: "state",
    spec: "AGI R-2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut option = None;
    for (entry, response) in view.responses() {
        match response {
            // Another rule reports an `OPTION` outside a handshake.
            Response::Option(_) if entry.expectation != Expectation::NotRequested => {
                option = Some(entry);
            }
            Response::Id(id) if id.kind == "name" => match option {
                Some(_) => {
                    let why = message!("id_after_option", "`ID NAME` after `OPTION`");
                    out.violates(entry.culprit(), why);
                }
                None => out.conforms(entry.at),
            },
            Response::GreetingAnswer => option = None,
            _ => (),
        }
    }
}
