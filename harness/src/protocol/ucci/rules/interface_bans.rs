//! An interface sends bans after the position that they are for.
//!
//! Bans end with the next `position`: those sent before it have no effect, and the engine may play the moves.
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
//! They are sent again for every new position, and not after the start of another game:
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
//! The result is banned, so that the engine searches again; but then the game continues with it:
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
//!   ^^^^^^^^^^ the last `position` ended the bans: no move is banned here
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
//!   ^^^^^^^^^^ the last `position` ended the bans: no move is banned here
//! < bestmove h9g7
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_bans",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI B6",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for list in &view.own.ban_lists {
        out.conforms(view.entry(list.entry).at);
    }
    for lapsed in view.own.lapsed_bans.iter().filter(|it| it.came_too_early()) {
        let go = view.entry(lapsed.entry);
        if !go.foreign {
            out.violates(
                go.culprit(),
                message!(
                    "bans_before_position",
                    "the last `position` ended the bans: no move is banned here"
                ),
            );
        }
    }
}
