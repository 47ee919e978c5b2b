//! In an `INFO` line, a number follows `DEPTH`, `SCORE` and `NPS`, and points follow `PV`, `SEARCH`, `WIN` and `LOSE`.
//!
//! If a GUI expects a number and reads a word, it shows nonsense or crashes.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO DEPTH 1 SCORE -3 NPS 786000 PV 6789
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! The items may come in any order, and an `INFO` line may have no item:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < info pv 6789 win 67 depth 1
//! < INFO
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
//! < INFO DEPTH five
//!              ^^^^ `DEPTH` needs a number
//! > STOP
//! < BESTMOVE 78
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/info_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI R-13, N-19",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    mark_inapplicable_without_info(view, out);
    for (entry, response) in view.complete_responses() {
        if let Response::Info(info) = response {
            match &info.grammar_error {
                Some((span, why)) => {
                    out.violates(entry.culprit_of_part(span.clone()), why.clone());
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
