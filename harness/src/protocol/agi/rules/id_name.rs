//! The handshake has an `ID` line with `NAME` and the engine's name.
//!
//! A GUI shows the engine's name in its list of engines.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! The author may come on the same line, or on a line before the name:
//!
//! ```conforms
//! > AGI
//! < ID AUTHOR Some One
//! < id name Example 1.0 author Some One
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID AUTHOR Some One
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//!   ^^^^^ no `ID NAME` with a name came before this line
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/id_name",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI R-2, R-3, N-4",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let handshake = view.first_handshake.as_ref();
    let Some((begin, end)) = handshake.and_then(|it| Some((it.entry, it.answer_entry?))) else {
        return;
    };
    let named = view.entries[begin..end].iter().any(
        |it| matches!(it.response(), Some(Response::Id(id)) if id.kind == "name" && !id.text.is_empty()),
    );
    out.require(named, view.entry(end).culprit(), || {
        message!(
            "name_missing",
            "no `ID NAME` with a name came before this line"
        )
    });
}
