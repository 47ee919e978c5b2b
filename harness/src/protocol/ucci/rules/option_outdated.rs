//! Options that version 3.0 dropped or renamed are no longer announced.
//!
//! An interface of today does not know them: `repetition` and `drawmoves` are its own affair, and
//! `selectivity` is now called `randomness`.
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
//!          ^^^^^^^^^^ version 3.0 has dropped `repetition`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option selectivity type spin min 0 max 3 default 0
//!          ^^^^^^^^^^^ version 3.0 calls it `randomness`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_outdated",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI O35, O36",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.own_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let why = match option.name.as_str() {
            "repetition" | "drawmoves" => {
                Some(format!("version 3.0 has dropped `{}`", option.name))
            }
            "selectivity" => Some("version 3.0 calls it `randomness`".to_owned()),
            _ => None,
        };
        if let Some(why) = why {
            out.violates(entry.point(option.name_span.clone()), why);
        }
    }
    let ucciok = view.handshake.as_ref().and_then(|it| it.greeted);
    if let Some(ucciok) = ucciok {
        out.conforms(view.entry(ucciok).at);
    }
}
