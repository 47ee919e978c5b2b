//! The move after `ponder` is legal once the best move is played.
//!
//! A GUI sets up the position after it and lets the engine think there.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder h9g7
//! ```
//!
//! It need not be a good reply, only a legal one:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder e9e8
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < bestmove h2e2 ponder h0g2
//!                        ^^^^ h0g2 is illegal after h2e2: the piece on h0 is not black's
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI R13, R10",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_thought() {
        out.not_applicable("the engine names no reply");
    }
    for search in &view.searches {
        let (Some(position), Some(entry)) = (search.position(), view.result(search)) else {
            continue;
        };
        let Some(Response::BestMove(it)) = entry.response() else {
            continue;
        };
        let (Some((best, _)), Some((reply, span))) = (&it.best, &it.ponder) else {
            continue;
        };
        // An illegal best move has its own rule, and nothing can be said of what follows it.
        if position.is_legal(*best) {
            let mut position = position.clone();
            position.play(*best);
            let why = position.why_illegal(*reply);
            out.require(why.is_none(), entry.point(span.clone()), || {
                format!(
                    "{reply} is illegal after {best}: {}",
                    why.unwrap_or_default()
                )
            });
        }
    }
}
