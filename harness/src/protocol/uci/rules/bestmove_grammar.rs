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
//! Games other than chess have other moves:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < option name UCI_Variant type combo default chess var chess var crazyhouse
//! < uciok
//! > setoption name UCI_Variant value crazyhouse
//! > setoption name UCI_Chess960 value false
//! > position startpos moves e2e4 d7d5 e4d5 d8d5
//! > go depth 1
//! < info depth 1 score cp 30 pv P@d4 d5d4
//! < bestmove P@d4
//! > go depth 1
//! < bestmove b1c3
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
                Some((span, _)) if view.is_move_of_other_game(entry, span.clone()) => (),
                Some((span, message)) => {
                    out.violates(entry.culprit_of_part(span.clone()), message.clone())
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
