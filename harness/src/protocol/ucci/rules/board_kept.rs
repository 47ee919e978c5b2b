//! `bestmove` does not change the board.
//!
//! Whether the move is played is for the interface to say: after a rejected offer, or for a second
//! opinion, it sends another `go` for the same position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 1
//! < bestmove b2e2
//! ```
//!
//! The same move twice is as good:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 1
//! < bestmove h9g7
//! > go nodes 100
//! < bestmove h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 1
//! < bestmove h9g7
//!            ^^^^ h9g7 is legal only if h2e2 had been played, and no `position` played it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/board_kept",
    level: Level::Must,
    topic: "state",
    spec: "UCCI P4",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.best_moves() {
        let (Some(position), Some(before)) = (answer.search.position(), answer.board.answered)
        else {
            continue;
        };
        let mut after = position.clone();
        if !position.is_legal(before) {
            continue;
        }
        after.play(before);
        let best = answer.best;
        if position.is_legal(best) {
            out.conforms(answer.entry.at);
        } else if after.is_legal(best) {
            let message = format!(
                "{best} is legal only if {before} had been played, and no `position` played it"
            );
            out.violates(answer.entry.point(answer.span.clone()), message);
        }
    }
}
