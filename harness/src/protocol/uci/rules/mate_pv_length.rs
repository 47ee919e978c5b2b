//! A principal variation with an exact `mate N` has as many moves as this mate takes, and ends in mate.
//!
//! A GUI tells the user about a mate that the engine has found. In `mate N`, `N` counts moves, not plies, and is
//! negative if the side to move is mated.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go depth 2
//! < info depth 2 score mate 1 pv f7g7
//! < bestmove f7g7
//! ```
//!
//! The rule does not judge a score with `lowerbound` or `upperbound`. `N` is negative if the side to move is mated:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/8/8/8/8/1k6/7q/K7 w - - 0 1
//! > go depth 2
//! < info depth 1 score mate -3 lowerbound pv a1b1
//! < info depth 2 score mate -1 pv a1b1 h2b2
//! < bestmove a1b1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go depth 2
//! < info depth 2 score mate 2 pv f7g7
//!                           ^ `mate 2` needs a `pv` of 3 moves that ends in mate; the `pv` has 1
//! < bestmove f7g7
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/mate_pv_length",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U117, U71",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!("no_mate_scores", "the engine reported no mate"));
    }
    for search in view
        .searches
        .iter()
        .filter(|it| !view.is_result_from_other_position(it))
    {
        let Some(position) = search.position() else {
            continue;
        };
        for (entry, info) in view.info_lines_of_search(search) {
            let exact = |it: &&Score| it.is_mate && it.bound.is_none() && it.value != 0;
            let Some(score) = info.score().filter(exact) else {
                continue;
            };
            let Some(moves) = info.items.iter().find_map(|it| match it {
                Item::Pv(moves) => Some(moves),
                _ => None,
            }) else {
                continue;
            };
            let mut end = position.clone();
            let mut legal = true;
            for (step, _) in moves {
                legal &= end.is_legal(*step);
                end.play(*step);
            }
            // The rule `pv_legal` reports illegal moves in a `pv`.
            if !legal {
                continue;
            }
            let count = score.value.unsigned_abs();
            let plies = count.saturating_mul(2) - u64::from(score.value > 0);
            let fits = plies == moves.len() as u64 && end.is_mate();
            if !fits && end.may_repetition_lose() {
                continue;
            }
            out.require(fits, entry.culprit_of_part(score.span.clone()), || {
                message!(
                    "mate_line",
                    "`mate {value}` needs a `pv` of {plies} moves that ends in mate; the `pv` has {found}",
                    value = score.value.to_string(),
                    plies,
                    found = moves.len()
                )
            });
        }
    }
}
