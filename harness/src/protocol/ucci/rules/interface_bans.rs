//! An interface sends `banmoves` after the `position` that the bans are for.
//!
//! The next `position` cancels all bans. Bans that are sent before `position` have no effect, and the engine may play
//! the banned moves.
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
//! The interface must send its bans again for every new position, unless another game starts:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > position startpos moves b2e2
//! > banmoves h9g7
//! > go depth 1
//! < bestmove b9c7
//! > banmoves b7e7
//! > position startpos
//! > go depth 1
//! ```
//!
//! The interface may ban the engine's best move to see the second-best move, and may then play the banned move anyway:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > banmoves h2e2
//! > position startpos moves h2e2 h9g7
//! > go depth 1
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > banmoves h0g2
//! > position startpos moves h2e2 h9g7
//! > go depth 1
//!   ^^^^^^^^^^ the last `position` cancelled the bans: no move is banned here
//! < bestmove h0g2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h9g7
//! > position startpos moves h2e2
//! > go depth 1
//!   ^^^^^^^^^^ the last `position` cancelled the bans: no move is banned here
//! < bestmove h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > banmoves h2e2
//! > position startpos
//! > go depth 1
//!   ^^^^^^^^^^ the last `position` cancelled the bans: no move is banned here
//! < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_bans",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI B6",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for list in &view.dialect_notes.ban_lists {
        out.conforms(view.entry(list.entry_index).at);
    }
    let lapsed = view.dialect_notes.lapsed_bans.iter();
    let lapsed = lapsed.filter(|it| it.are_for_next_position());
    let early = view.dialect_notes.early_ban_entries.iter().copied();
    for index in lapsed.map(|it| it.entry_index).chain(early) {
        let go = view.entry(index);
        if !go.may_be_other_protocol {
            out.violates(
                go.culprit(),
                message!(
                    "bans_before_position",
                    "the last `position` cancelled the bans: no move is banned here"
                ),
            );
        }
    }
}
