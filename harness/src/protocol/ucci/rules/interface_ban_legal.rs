//! The moves that an interface bans are legal in the current position.
//!
//! A ban of a move that cannot be played forbids nothing. What an engine makes of it is not said, so this is
//! reported and does not count.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2 b2e2
//! ```
//!
//! Where the board is not known, no move can be looked up on it:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > banmoves h9g7
//! > position startpos
//! > banmoves b0c2
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
    id: "ucci/interface_ban_legal",
    level: Level::May,
    topic: "interface",
    spec: "UCCI P6",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.own.sent;
    view.commands().for_each(|(_, it)| sent.take(it));
    for list in &view.own.ban_lists {
        let entry = view.entry(list.entry);
        let known = list
            .position
            .as_ref()
            .filter(|_| !entry.foreign && !sent.promotion);
        let Some(position) = known else {
            continue;
        };
        // What is no move at all is the affair of `interface_moves_legal`.
        for word in Words::new(&entry.line).skip(1) {
            let Some(step) = word.as_move::<Position>() else {
                continue;
            };
            let legal = position.is_legal(step);
            out.require(legal, entry.point(word.span), || {
                format!("{step} is no legal move of the current position")
            });
        }
    }
}
