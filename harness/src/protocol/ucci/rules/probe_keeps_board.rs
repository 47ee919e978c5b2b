//! `probe` does not change the board.
//!
//! `probe` only reads the hash table. An engine that changes its position at `probe` plays the wrong game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > probe startpos moves h2e2
//! < pophash
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! The board must stay the same after a `probe` during a search, too:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 1
//! > probe startpos
//! < pophash bestmove h2e2
//! < bestmove h9g7
//! > go depth 1
//! < bestmove h9g7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > probe startpos moves h2e2
//! < pophash
//! > go depth 1
//! < bestmove h9g7
//!            ^^^^ h9g7 is legal in the probed position, not in the current one
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/probe_keeps_board",
    level: Level::Must,
    topic: "state",
    spec: "UCCI Q5",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.certain_best_moves() {
        let (Some(position), Some(probed)) = (
            answer.search.position(),
            &answer.board.notes.probed_position,
        ) else {
            continue;
        };
        let best = answer.best_move;
        // A best move that is legal in both the current and the probed position does not show which position the engine
        // searched.
        match (position.is_legal(best), probed.is_legal(best)) {
            (true, false) => out.conforms(answer.entry.at),
            (false, true) => {
                let message = message!(
                    "move_of_probed_position",
                    "{best} is legal in the probed position, not in the current one",
                    best = best.to_string()
                );
                out.violates(answer.entry.culprit_of_part(answer.span.clone()), message);
            }
            _ => (),
        }
    }
}
