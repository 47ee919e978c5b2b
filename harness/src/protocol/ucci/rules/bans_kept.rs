//! Until the next `position`, `bestmove` is never a banned move.
//!
//! An interface bans moves to prevent a perpetual attack, which would lose the game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2 b2e2
//! > go depth 1
//! < bestmove c3c4
//! > go depth 1
//! < bestmove c3c4
//! ```
//!
//! A new `position` cancels the bans, even if the position is the same. The specification does not
//! define whether a second `banmoves` adds moves or replaces the first list, so the engine may drop
//! the first list:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > banmoves b2e2
//! > go depth 1
//! < bestmove h2e2
//! > banmoves h2e2
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! A new `position` cancels the bans. A malformed `position` may also cancel the bans, because some engines accept a
//! malformed line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! >|  position startpos \x0a
//! > go depth 1
//! < bestmove h2e2
//! > position startpos
//! > banmoves b2e2
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2 b2e2
//! > go depth 1
//! < bestmove h2e2
//!            ^^^^ h2e2 is banned
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > go depth 1
//! < bestmove c3c4
//! > go depth 1
//! < bestmove h2e2
//!            ^^^^ h2e2 is banned
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bans_kept",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI B1, B2, B3, B5, K6, L1",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let bans = &search.board.notes.bans;
        // If the board is unknown, the bans are unknown, too (`UCCI P6`).
        let (Some(_), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        // An engine may skip a whole list of bans if one of its words is not a legal move (`UCCI P6`).
        let none = bans.latest_ban_list.is_empty() || bans.is_uncertain;
        if let (false, Some((best, span))) = (none, &it.best_move) {
            let banned = bans.latest_ban_list.contains(best);
            out.require(!banned, entry.culprit_of_part(span.clone()), || {
                message!("move_banned", "{best} is banned", best = best.to_string())
            });
        }
    }
}
