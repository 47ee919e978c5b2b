//! Options that version 3.0 removed or renamed are not announced.
//!
//! Current interfaces do not use `repetition`, `drawmoves` and `selectivity`. Current interfaces
//! decide repetitions and draws themselves, and `selectivity` is now named `randomness`.
//!
//! ```conforms
//! > ucci
//! < option randomness type combo var none var small default none
//! < ucciok
//! ```
//!
//! ```conforms
//! > ucci
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option repetition type combo var alwaysdraw var asianrule default asianrule
//!          ^^^^^^^^^^ version 3.0 has removed `repetition`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option selectivity type spin min 0 max 3 default 0
//!          ^^^^^^^^^^^ version 3.0 has renamed `selectivity` to `randomness`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_outdated",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI O35, O36",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let why = match option.name.as_str() {
            "repetition" | "drawmoves" => {
                let name = &option.name;
                Some(message!(
                    "option_removed",
                    "version 3.0 has removed `{name}`",
                    name
                ))
            }
            "selectivity" => Some(message!(
                "option_renamed",
                "version 3.0 has renamed `selectivity` to `randomness`"
            )),
            _ => None,
        };
        if let Some(why) = why {
            out.violates(entry.culprit_of_part(option.name_span.clone()), why);
        }
    }
    let ucciok = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    if let Some(ucciok) = ucciok {
        out.conforms(view.entry(ucciok).at);
    }
}
