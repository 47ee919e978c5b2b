//! `probe` does not change the board.
//!
//! It only looks up the hash table; an engine that loses its position by it plays the wrong game.
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
//! The same holds for a probe during a search:
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
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.best_moves() {
        let (Some(position), Some(probed)) = (answer.search.position(), &answer.board.notes.probed)
        else {
            continue;
        };
        let best = answer.best;
        // A move that is legal in both proves nothing.
        match (position.is_legal(best), probed.is_legal(best)) {
            (true, false) => out.conforms(answer.entry.at),
            (false, true) => {
                let message = message!(
                    "move_of_probed_position",
                    "{best} is legal in the probed position, not in the current one",
                    best = best.to_string()
                );
                out.violates(answer.entry.point(answer.span.clone()), message);
            }
            _ => (),
        }
    }
}
