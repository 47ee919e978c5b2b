//! The engine sends `nobestmove` only if every legal move is banned, if there is no legal move, or if the search was
//! too short to find a move.
//!
//! League software treats `nobestmove` as resigning.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1
//! > go depth 1
//! < nobestmove
//! ```
//!
//! `nobestmove` is also allowed in three other cases: after a search of depth 0; if all legal moves are banned; and if
//! `stop` comes before the search found a move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 0
//! < info depth 0 score 0
//! < nobestmove
//! > position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1
//! > banmoves d9d8
//! > go depth 1
//! < nobestmove
//! > position startpos
//! > go infinite
//! > stop
//! < nobestmove
//! ```
//!
//! `nobestmove` is allowed if the game is over by the rules, for example because no piece can attack. `nobestmove` is
//! also allowed after `go nodes 1`, because one node is too few to find a move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1
//! > go depth 4
//! < nobestmove
//! > position startpos moves b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9
//! > go depth 4
//! < nobestmove
//! > position startpos
//! > go nodes 1
//! < nobestmove
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < nobestmove
//!   ^^^^^^^^^^ legal and not banned: 44 moves such as a0a1 a0a2 b0a2 b0c2 c0a2 c0e2 d0e1 e0e1 f0e1 g0e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/nobestmove_only_dead",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI R4, B5, R14",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

/// The maximum number of legal moves that the message lists.
const MAX_SHOWN_MOVES: usize = 10;

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result_entry(search)) else {
            continue;
        };
        // If the engine has no batch mode, it skipped this `go`, and answers the `stop` in idle.
        if view.entry(search.entry).is_deferred && search.stop_entry.is_some() {
            continue;
        }
        let bans = &search.board.notes.bans;
        if !search.must_find_move() || entry.response() != Some(&Response::NoBestMove) {
            continue;
        }
        // The specification does not define when a position is dead, so this rule also accepts `nobestmove` if the game
        // is over by the rules.
        if search.game_may_be_over() {
            out.conforms(entry.at);
            continue;
        }
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|it| !bans.all_banned_moves.contains(it));
        moves.sort_unstable();
        out.require(moves.is_empty(), entry.culprit(), || {
            let shown: Vec<_> = moves
                .iter()
                .take(MAX_SHOWN_MOVES)
                .map(ToString::to_string)
                .collect();
            message!(
                "moves_exist",
                "legal and not banned: {count} moves such as {shown}",
                count = moves.len(),
                shown = shown.join(" ")
            )
        });
    }
}
