//! The move of `pophash` is legal in the position of the `probe`.
//!
//! `pophash` is about the position of `probe`, not about the position on the board. A GUI that shows the search tree
//! plays the move of `pophash` in the probed position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > probe startpos moves h2e2
//! < pophash bestmove h9g7 lowerbound 4 depth 3
//! ```
//!
//! The specification does not define the answer to a `probe` of a malformed position:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe fen 9/9/9 w - - 0 1
//! < pophash bestmove h2e2
//! > probe startpos
//! < pophash bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > probe startpos moves h2e2
//! < pophash bestmove h0g2 lowerbound 4 depth 3
//!                    ^^^^ h0g2 is illegal in the probed position: the piece on h0 is not black's
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCCI Q1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_pophash_move",
            "the engine sends no move in `pophash`"
        ));
    }
    for ask in view.questions.iter().filter(|it| !it.is_doubtful) {
        let (Some(position), Some(answer)) =
            (&ask.position, ask.answer_entry.map(|it| view.entry(it)))
        else {
            continue;
        };
        let Some(Response::Dialect(UcciResponse::Pophash(pophash))) = answer.response() else {
            continue;
        };
        if let Some((best, span)) = &pophash.best_move {
            let why = position.why_illegal(*best);
            match why {
                Some(why) => out.violates(
                    answer.culprit_of_part(span.clone()),
                    message!(
                        "pophash_illegal",
                        "{best} is illegal in the probed position: {why}",
                        best = best.to_string(),
                        why = illegal_reason_message(why)
                    ),
                ),
                None => out.conforms(answer.at),
            }
        }
    }
}
