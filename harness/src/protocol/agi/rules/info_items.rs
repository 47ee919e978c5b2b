//! An `INFO` line has at least one item, only items of the AGI specification, and numbers without a plus sign.
//!
//! A GUI skips the rest of an `INFO` line after an unknown item.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO DEPTH 1
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! The list of the searched points after `SEARCH` is an item, too:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO SEARCH 67596A6B
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO NODES 5
//!        ^^^^^ the AGI specification has no such item
//! > STOP
//! < BESTMOVE 78
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/info_items",
    level: Level::Should,
    topic: "grammar",
    spec: "AGI R-13",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        let Response::Info(info) = response else {
            continue;
        };
        let unusual = info.items.iter().find_map(|it| match it {
            Item::DialectItem(AgiInfoItem::Unusual(span)) => Some(span.clone()),
            _ => None,
        });
        if let Some(span) = unusual {
            let why = message!(
                "info_item_unusual",
                "the AGI specification has no such item"
            );
            out.violates(entry.culprit_of_part(span), why);
        } else if info.items.is_empty() && info.grammar_error.is_none() {
            out.violates(
                entry.culprit(),
                message!("info_bare", "no item follows `INFO`"),
            );
        } else {
            out.conforms(entry.at);
        }
    }
}
