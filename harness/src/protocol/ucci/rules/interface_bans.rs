//! An interface sends bans after the position that they belong to.
//!
//! Bans end with the next `position`; those sent before it are gone, and those of another position
//! forbid nothing.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2 b2e2
//! > go depth 2
//! < bestmove c3c4
//! ```
//!
//! They are sent again for every new position:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > position startpos moves b2e2
//! > banmoves h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h9g7
//!            ^^^^ h9g7 is no legal move of the current position
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_bans",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI B6",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for list in &view.ban_lists {
        let entry = view.entry(list.entry);
        let Some(position) = &list.position else {
            continue;
        };
        for word in Words::new(&entry.line).skip(1) {
            let fits = word.as_move().is_some_and(|it| position.is_legal(it));
            out.require(fits, entry.point(word.span.clone()), || {
                let word = word.shown();
                format!("{word} is no legal move of the current position")
            });
        }
    }
}
