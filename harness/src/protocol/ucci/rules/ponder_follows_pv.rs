//! If `bestmove` names a ponder move, it is the second move of the last principal variation.
//!
//! The interface lets the engine ponder the position after the ponder move. If the engine itself expected another move
//! than its ponder move, it wastes the time of pondering.
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
//! The ponder move may be omitted. A ponder move is also allowed if the last variation has only one move:
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
//!                        ^^^^ the last `pv` continues with another move, b9c7
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_follows_pv",
    level: Level::Should,
    topic: "state",
    spec: "UCCI R10",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_reply_after_whole_pv",
            "no search that ended with its last iteration sent a `pv` and named a `ponder` move"
        ));
    }
    for told in view.results_with_pv() {
        let (Some((best, _)), Some((reply, span))) =
            (&told.result.best_move, &told.result.ponder_move)
        else {
            continue;
        };
        // The rule `bestmove_heads_pv` judges a best move that differs from the first move of the variation, and
        // `ponder_legal` judges an illegal ponder move.
        let (Some(first), Some(second)) = (told.pv.first(), told.pv.get(1)) else {
            continue;
        };
        if best == first && told.position_after.is_legal(*reply) {
            out.require(
                reply == second,
                told.entry.culprit_of_part(span.clone()),
                || {
                    message!(
                        "ponder_not_in_pv",
                        "the last `pv` continues with another move, {second}",
                        second = second.to_string()
                    )
                },
            );
        }
    }
}
