//! `nobestmove` is said only where there is no move to play, or none was to be computed.
//!
//! League software counts it as resigning.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1
//! > go depth 1
//! < nobestmove
//! ```
//!
//! A static evaluation, a position whose moves are all banned, and a `stop` that came before anything
//! was computed may bring it too:
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
//! A game that is over by the rules of play is dead as well, here because no piece can attack; and a limit
//! of one node leaves nothing to compute with:
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
//!   ^^^^^^^^^^ 44 legal and not banned: a0a1 a0a2 b0a2 b0c2 c0a2 c0e2 d0e1 e0e1 f0e1 g0e2, ...
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

/// How many of the moves that were not found are named.
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
        // What the text calls dead it does not say; a game that is over by the rules of play is.
        if search.game_may_be_over() {
            out.conforms(entry.at);
            continue;
        }
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|it| !bans.all.contains(it));
        moves.sort_unstable();
        out.require(moves.is_empty(), entry.culprit(), || {
            let shown: Vec<_> = moves.iter().take(SHOWN).map(ToString::to_string).collect();
            let more = if moves.len() > SHOWN { ", ..." } else { "" };
            let (count, shown) = (moves.len(), shown.join(" "));
            format!("{count} legal and not banned: {shown}{more}")
        });
    }
}
