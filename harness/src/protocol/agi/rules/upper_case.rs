//! The engine prints points in upper case.
//!
//! A GUI may compare points as text, so that `0a` differs from `0A`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 7A
//! ```
//!
//! The keywords may be in lower case:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < bestmove 7A
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 7a
//!            ^^ points are printed in upper case
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/upper_case",
    level: Level::Should,
    topic: "grammar",
    spec: "AGI C-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        if let Response::BestMove(result) = response
            && let Some((_, span)) = &result.best_move
            && let Some(digits) = entry.line.get(span.clone())
        {
            let upper = !digits.iter().any(u8::is_ascii_lowercase);
            out.require(upper, entry.culprit_of_part(span.clone()), || {
                message!("point_in_lower_case", "points are printed in upper case")
            });
        }
    }
}
