//! `score cp` is from the point of view of the side to move.
//!
//! If the sign is wrong, a GUI shows the wrong side as winning, and a program that ends games by their scores gives the
//! win to the wrong side.
//!
//! The rule judges only positions in which one side has a queen and the other side has only its king, because there
//! every engine knows which side is better. A score counts as wrong only from 200 to 10,000:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen q3k3/8/8/8/8/3K4/8/8 b - - 0 1
//! > go depth 2
//! < info depth 1 score cp -12 upperbound
//! < info depth 1 score cp 0 pv a8a3
//! < info depth 2 score cp 900 pv a8a1
//! < bestmove a8a1
//! > position fen q3k3/8/8/8/8/3K4/8/8 w - - 0 1
//! > go depth 2
//! < info depth 2 score cp -900 pv d3d4
//! < bestmove d3d4
//! ```
//!
//! An engine that sees a mate reports `score mate`, which this rule does not judge:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1
//! > go depth 2
//! < info depth 2 score cp 900 pv f1f7
//! < info depth 2 score mate 1 pv f1f8
//! < bestmove f1f8
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen q3k3/8/8/8/8/3K4/8/8 b - - 0 1
//! > go depth 2
//! < info depth 2 score cp -900 pv a8a1
//!                         ^^^^ the side to move has a queen against a king, so its score cannot be negative
//! < bestmove a8a1
//! > position fen q3k3/8/8/8/8/3K4/8/8 w - - 0 1
//! > go depth 2
//! < info depth 2 score cp 900 pv d3d4
//!                         ^^^ the side to move has only its king against a queen, so its score cannot be positive
//! < bestmove d3d4
//! ```

use std::ops::RangeInclusive;

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/score_sign",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U71",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The judged scores, in hundredths of a pawn. An engine that sees a draw may report a smaller score, and an engine that
/// was stopped before it evaluated a position may report the largest number that it uses for scores.
const JUDGED_SCORES: RangeInclusive<u64> = 200..=10_000;

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_score_of_queen",
            "the engine reported no `score cp` of 200 to 10,000 in a position with a queen against a king alone"
        ));
    }
    let searches = view.searches.iter().filter(|it| !it.is_doubtful);
    for search in searches.filter(|it| !view.is_result_from_other_position(it)) {
        let strong = search
            .position()
            .and_then(|it| it.mover_has_queen_against_king());
        let Some(strong) = strong else {
            continue;
        };
        // A score outside of the judged range shows nothing about the sign.
        let judged = |it: &&Score| {
            let size = it.value.unsigned_abs();
            !it.is_mate && it.bound.is_none() && JUDGED_SCORES.contains(&size)
        };
        for (entry, info) in view.info_lines_of_search(search) {
            let Some(score) = info.score().filter(judged) else {
                continue;
            };
            let culprit = entry.culprit_of_part(score.span.clone());
            out.require((score.value > 0) == strong, culprit, || match strong {
                true => message!(
                    "score_negative_with_queen",
                    "the side to move has a queen against a king, so its score cannot be negative"
                ),
                false => message!(
                    "score_positive_against_queen",
                    "the side to move has only its king against a queen, so its score cannot be positive"
                ),
            });
        }
    }
}
