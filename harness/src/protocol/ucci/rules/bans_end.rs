//! A new `position` cancels all earlier bans.
//!
//! An engine that keeps old bans avoids good moves for the rest of the game, or finds no move.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1
//! > banmoves d0e0
//! > go depth 1
//! < nobestmove
//! > position fen 4k4/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1
//! > go depth 1
//! < nobestmove
//! > position startpos
//! > banmoves h2e2
//! > go depth 1
//! < bestmove b2e2
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! If every legal move was banned before the new `position`, the engine may play one of these moves again:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > banmoves e0e1 e0f0
//! > go depth 1
//! < nobestmove
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > go depth 1
//! < bestmove e0e1
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > banmoves e0e1 e0f0
//! > go depth 1
//! < nobestmove
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > go depth 1
//! < nobestmove
//!   ^^^^^^^^^^ this `position` ended the earlier bans: e0e1 is allowed again
//! ```

use super::super::prelude::*;
use crate::protocol::search::InfoItem;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bans_end",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI P5",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let former = &search.board.notes.former_bans;
        let (Some(position), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        match entry.response() {
            Some(Response::BestMove(it))
                if it
                    .best_move
                    .as_ref()
                    .is_some_and(|it| former.contains(&it.0)) =>
            {
                out.conforms(entry.at);
            }
            Some(Response::NoBestMove)
                if search.must_find_move() && !has_searched_any(view, search, former) =>
            {
                let banned = &search.board.notes.bans.all_banned_moves;
                let moves = position.legal_moves().into_iter();
                let free: Vec<Move> = moves.filter(|it| !banned.contains(it)).collect();
                // With the earlier bans, an engine would have found a move that they did not ban.
                let are_all_former = free.iter().all(|it| former.contains(it));
                let first = former.iter().find(|it| free.contains(it));
                if let Some(free) = first.filter(|_| are_all_former) {
                    let message = message!(
                        "bans_not_ended",
                        "this `position` ended the earlier bans: {free} is allowed again",
                        free = free.to_string()
                    );
                    out.violates(entry.culprit(), message);
                }
            }
            _ => (),
        }
    }
}

/// Whether a principal variation of the search begins with one of the moves, so the engine regards this move as allowed.
fn has_searched_any(view: &View, search: &Search, moves: &[Move]) -> bool {
    let mut lines = view.info_lines_of_search(search);
    lines.any(|(_, info)| {
        info.items.iter().any(|it| match it {
            InfoItem::Pv(variation) => variation.first().is_some_and(|it| moves.contains(&it.0)),
            _ => false,
        })
    })
}
