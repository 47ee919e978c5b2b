//! `bestmove` is followed by a move, then optionally `ponder` and a move, then optionally `draw` or `resign`.
//!
//! If a GUI cannot read the move, the engine loses the game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2 ponder h9g7 draw
//! ```
//!
//! A `bestmove` line needs only a move. Several blanks may separate the words of a `bestmove` line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! <|   bestmove   h2e2 \n
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove H2-E2
//!            ^^^^^ `H2-E2` is not a move
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2 ponder
//!                       ^ `ponder` must be followed by a move
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2 draw resign
//!                      ^^^^^^ unexpected `resign`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bestmove_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI MV1, R12, L2, R11",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        if let Response::BestMove(it) = response {
            match &it.grammar_error {
                Some((span, message)) => {
                    out.violates(entry.culprit_of_part(span.clone()), message.clone())
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
