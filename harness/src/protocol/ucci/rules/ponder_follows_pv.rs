//! The reply that `bestmove` expects is the second move of the principal variation told last.
//!
//! It is the position that the interface sets up for pondering: another one makes the time spent there
//! worth little.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score 5 pv b2e2 b9c7
//! < bestmove b2e2 ponder b9c7
//! ```
//!
//! A reply may be expected although the last line told has only one move, and none has to be:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 5 pv b2e2
//! < bestmove b2e2 ponder b9c7
//! > go depth 2
//! < info depth 2 score 5 pv b2e2 h9g7
//! < bestmove b2e2
//! > go depth 2
//! < info depth 2 score 5 pv b2e2 h9g7
//! < bestmove b2e2 ponder h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score 5 pv b2e2 b9c7
//! < bestmove b2e2 ponder h9g7
//!                        ^^^^ the last variation goes on with b9c7
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_follows_pv",
    level: Level::Should,
    topic: "state",
    spec: "UCCI R10",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine does not say what reply it expects");
    }
    for told in view.results_with_pv() {
        let (Some((best, _)), Some((reply, span))) = (&told.result.best, &told.result.ponder)
        else {
            continue;
        };
        // Another best move is the affair of `bestmove_heads_pv`, an illegal reply of `ponder_legal`.
        let (Some(first), Some(second)) = (told.pv.first(), told.pv.get(1)) else {
            continue;
        };
        if best == first && told.after.is_legal(*reply) {
            out.require(reply == second, told.entry.point(span.clone()), || {
                format!("the last variation goes on with {second}")
            });
        }
    }
}
