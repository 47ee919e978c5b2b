//! A second `banmoves` adds moves to the list of the first `banmoves`.
//!
//! The specification does not define whether a second `banmoves` adds to the first list or replaces it. If each
//! `banmoves` contains all banned moves, the bans are the same whether the engine adds the moves or replaces the list.
//! This rule reports how the engine treats the list of a second `banmoves`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > banmoves e0e1
//! > banmoves e0f0
//! > go depth 1
//! < nobestmove
//! ```
//!
//! If the best move is in neither list of bans, it does not show how the engine treats the second list:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > banmoves b2e2
//! > go depth 1
//! < bestmove c3c4
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > banmoves e0f0
//! > banmoves e0e1
//! > go depth 1
//! < nobestmove
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > banmoves e0e1
//! > banmoves e0f0
//! > go depth 1
//! < bestmove e0e1
//!            ^^^^ e0e1 is banned only by an earlier `banmoves`: the engine replaced the earlier list
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/banmoves_adds",
    level: Level::May,
    topic: "legality",
    spec: "UCCI B4",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let bans = &search.board.notes.bans;
        let (Some(position), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        if bans.is_uncertain || bans.all_banned_moves.len() == bans.latest_ban_list.len() {
            continue;
        }
        match entry.response() {
            Some(Response::BestMove(it)) => {
                let earlier = |it: &&(Move, _)| {
                    bans.all_banned_moves.contains(&it.0) && !bans.latest_ban_list.contains(&it.0)
                };
                if let Some((best, span)) = it.best_move.as_ref().filter(earlier) {
                    let message = message!(
                        "ban_list_replaced",
                        "{best} is banned only by an earlier `banmoves`: the engine replaced the earlier list",
                        best = best.to_string()
                    );
                    out.violates(entry.culprit_of_part(span.clone()), message);
                }
            }
            Some(Response::NoBestMove) if search.must_find_move() => {
                let moves = position.legal_moves();
                let left = moves.iter().any(|it| !bans.latest_ban_list.contains(it));
                if left && moves.iter().all(|it| bans.all_banned_moves.contains(it)) {
                    out.conforms(entry.at);
                }
            }
            _ => (),
        }
    }
}
