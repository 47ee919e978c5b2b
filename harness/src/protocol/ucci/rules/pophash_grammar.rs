//! `pophash` has no parameters, or it has a move and the bounds of the hash entry, each bound with its depth.
//!
//! Debugging tools send `probe` and parse the `pophash` lines.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash bestmove b0c2 lowerbound 4 depth 6 upperbound 4 depth 6
//! ```
//!
//! `pophash` may have no parameters if the position is not in the hash table, and may have only one bound:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash
//! > probe startpos moves h2e2
//! < pophash upperbound -12 depth 3
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash bestmove none
//!                    ^^^^ `bestmove` must be followed by a move
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash nothing
//!           ^^^^^^^ unexpected `nothing`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI Q2, Q4",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        if let Response::Dialect(UcciResponse::Pophash(it)) = response {
            match &it.grammar_error {
                Some((span, message)) => {
                    out.violates(entry.culprit_of_part(span.clone()), message.clone())
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
