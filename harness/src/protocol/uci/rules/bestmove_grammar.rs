//! `bestmove` is followed by a move or a word such as `(none)`, then optionally by `ponder` and a move.
//!
//! If a GUI cannot read the move, the engine loses the game.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4 ponder e7e5
//! ```
//!
//! In a position without a legal move, `(none)`, `0000`, `NULL` or `a1a1` replaces the move after `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves f2f3 e7e5 g2g4 d8h4
//! > go depth 1
//! < bestmove (none)
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove Nf3
//!            ^^^ `Nf3` is not a move
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4 ponder
//!                       ^ `ponder` must be followed by a move
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/bestmove_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U62, U66, U42",
    measures: Measurement::Nothing,
    since: "0.2.0",
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
