//! The engine answers a probe of a position that it cannot have searched with a bare `pophash`.
//!
//! An engine that does not compare the key of a hash entry with the position plays moves and scores of other positions.
//! A position with a piece that no searched position had cannot be in the hash table.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1
//! > go depth 4
//! < bestmove a3a2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/R2K5 b - - 0 1
//! < pophash
//! ```
//!
//! The hash table may contain every position of a search, and a position without a piece can follow a capture:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/p8/9/9/R2K5 b - - 0 1
//! > go depth 4
//! < bestmove a3a2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1
//! < pophash lowerbound 5 depth 2
//! ```
//!
//! The keys of two positions may be equal once:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1
//! > go depth 4
//! < bestmove a3a2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/R2K5 b - - 0 1
//! < pophash lowerbound 5 depth 2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/1R1K5 b - - 0 1
//! < pophash
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1
//! > go depth 4
//! < bestmove a3a2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/R2K5 b - - 0 1
//! < pophash lowerbound 5 depth 2
//! > probe fen 4k4/9/9/9/9/9/p8/9/9/1R1K5 b - - 0 1
//! < pophash lowerbound 7 depth 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the engine has sent 2 hash entries for positions with pieces that no searched position had
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_unreachable",
    level: Level::Must,
    topic: "state",
    spec: "UCCI Q2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let material = view.dialect_notes.searched_material.clone();
    let after = material.follow(view, |probe| {
        let answer = view.entry(probe.answer_entry);
        if probe.is_proof() {
            let message = message!(
                "pophash_unreachable",
                "the engine has sent {count} hash entries for positions with pieces that no searched position had",
                count = probe.false_entry_count
            );
            out.violates(answer.culprit(), message);
        } else if !probe.has_entry {
            out.conforms(answer.at);
        }
    });
    if after.is_unknown() {
        out.not_applicable(message!(
            "searched_positions_unknown",
            "an option or a command may have added positions to the hash table"
        ));
    }
}
