//! An `info` line with a `pv` also contains the score of the `pv`.
//!
//! A GUI shows each `pv` in one row, together with the depth and the score of the same `info` line.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 30 time 3 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! An engine may send no scores in a whole search, or a score in a line without a `pv`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < info depth 1 pv e2e4
//! < bestmove e2e4
//! > go depth 2
//! < info depth 2 score cp -20 upperbound
//! < info depth 2 score cp -30 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2
//! < info score cp 20
//! < info pv e2e4 e7e5
//!        ^^ expected the score in the same line as this `pv`
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/pv_with_score",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U69",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "pv"
        ));
    }
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let mut apart = false;
        for (entry, info) in view.info_lines_of_search(search) {
            let (score, bound) = match info.score() {
                Some(score) => (true, score.bound.is_some()),
                None => (false, false),
            };
            match info.key_span("pv") {
                Some(span) => {
                    out.require(score || !apart, entry.culprit_of_part(span), || {
                        message!(
                            "score_apart",
                            "expected the score in the same line as this `pv`"
                        )
                    });
                    apart = false;
                }
                None => apart |= score && !bound,
            }
        }
    }
}
