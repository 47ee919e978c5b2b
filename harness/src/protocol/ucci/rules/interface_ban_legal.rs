//! An interface bans only moves that are legal in the current position.
//!
//! A ban of an illegal move has no effect. The specification does not define how an engine treats the ban of an illegal
//! move, so this rule only reports such bans and never fails a run.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2 b2e2
//! ```
//!
//! If the board is unknown, it is unknown whether a banned move is legal:
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
//!            ^^^^ h9g7 is not legal in the current position
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ban_legal",
    level: Level::May,
    topic: "interface",
    spec: "UCCI P6",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_options;
    view.commands().for_each(|(_, it)| sent.observe_command(it));
    for list in &view.dialect_notes.ban_lists {
        let entry = view.entry(list.entry_index);
        let known = list
            .position
            .as_ref()
            .filter(|_| !entry.may_be_other_protocol && !sent.promotion);
        let Some(position) = known else {
            continue;
        };
        // The rule `interface_moves_legal` judges a word that is not a move.
        for word in Words::new(&entry.line).skip(1) {
            let Some(step) = word.parse_move::<Position>() else {
                continue;
            };
            let legal = position.is_legal(step);
            out.require(legal, entry.culprit_of_part(word.span), || {
                message!(
                    "banned_move_illegal",
                    "{step} is not legal in the current position",
                    step = step.to_string()
                )
            });
        }
    }
}
