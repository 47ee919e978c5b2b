//! `nobestmove` is sent only if there is no move to play, or no move had to be computed.
//!
//! League software treats it as resigning.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1
//! > go depth 1
//! < nobestmove
//! ```
//!
//! It is also allowed after a static evaluation, if all moves are banned, and after a `stop` before the
//! search found a move:
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
//! It is allowed if the game is over by the rules of play, here because no piece can attack, and with a limit
//! of one node, which is too little to find a move:
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
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

/// How many of the legal moves the message lists.
const SHOWN: usize = 10;

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result(search)) else {
            continue;
        };
        let bans = &search.board.notes.bans;
        if !search.is_plain() || entry.response() != Some(&Response::NoBestMove) {
            continue;
        }
        // The specification does not define "dead"; a game that is over by the rules of play counts.
        if search.game_may_be_over() {
            out.conforms(entry.at);
            continue;
        }
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|it| !bans.all.contains(it));
        moves.sort_unstable();
        out.require(moves.is_empty(), entry.culprit(), || {
            let shown: Vec<_> = moves.iter().take(SHOWN).map(ToString::to_string).collect();
            message!(
                "moves_exist",
                "legal and not banned: {count} moves such as {shown}",
                count = moves.len(),
                shown = shown.join(" ")
            )
        });
    }
}
