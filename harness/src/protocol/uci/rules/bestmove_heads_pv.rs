//! `bestmove` is the first move of the last principal variation.
//!
//! A GUI shows the principal variation during the search. A best move that differs from the first move of the last
//! shown variation confuses the user.
//!
//! The rule judges only searches to a fixed depth that were not stopped. The engine must play without a book and at
//! full strength.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 1 score cp 30 pv d2d4
//! < info depth 2 score cp 31 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! `bestmove` need not be the first move of a `pv` whose score is a `lowerbound` or `upperbound`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 1 score cp 30 pv e2e4
//! < info depth 2 score cp -9 upperbound pv d2d4
//! < info depth 2 score cp 20 pv e2e4 e7e5
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
//! < info depth 2 score cp 31 pv d2d4 d7d5
//! < bestmove e2e4
//!            ^^^^ the last `pv` begins with another move, d2d4
//! ```

use super::super::{dialect::UciDialect, prelude::*};
use crate::protocol::search::Dialect;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/bestmove_heads_pv",
    level: Level::Should,
    topic: "legality",
    spec: "UCI U116",
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
    for answer in view.certain_best_moves() {
        let Some(position) = answer.search.position() else {
            continue;
        };
        if !UciDialect::reports_full_pv(answer.search) || !position.is_legal(answer.best_move) {
            continue;
        }
        let (mut last, mut bounds) = (None, Vec::new());
        for (_, info) in view.info_lines_of_search(answer.search) {
            let pv = info.items.iter().rev().find_map(|it| match it {
                Item::Pv(moves) => moves.first(),
                _ => None,
            });
            let second = info.items.iter().any(|it| {
                matches!(
                    it,
                    Item::DialectItem(UciInfoItem::Number("multipv", 2.., _))
                )
            });
            let Some((first, _)) = pv.filter(|_| !second) else {
                continue;
            };
            match info.score().is_some_and(|it| it.bound.is_some()) {
                true => bounds.push(*first),
                false => {
                    last = Some(*first);
                    bounds.clear();
                }
            }
        }
        // After a fail high, the best move may be the first move of a `pv` in an `info` line with a bound (`UCI`
        // section 12).
        let Some(first) = last.filter(|it| position.is_legal(*it)) else {
            continue;
        };
        if bounds.contains(&answer.best_move) {
            continue;
        }
        let culprit = answer.entry.culprit_of_part(answer.span.clone());
        out.require(answer.best_move == first, culprit, || {
            message!(
                "pv_begins_otherwise",
                "the last `pv` begins with another move, {first}",
                first = first.to_string()
            )
        });
    }
}
