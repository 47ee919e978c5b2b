//! In an `info` line, `time`, `nodes`, `depth` and `score` are each followed by a number, and `pv` and `currmove` by
//! moves.
//!
//! The specification allows further items in an `info` line, beside those of this rule. A GUI that follows the
//! specification of UCCI cannot read the score in `score cp 20`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score -4 pv b0c2 b9c7
//! < info time 5 nodes 5000
//! < info currmove h2e2
//! < info message thinking of nothing
//! < bestmove b0c2
//! ```
//!
//! The engine may send unknown items, items in another order, and undefined items such as a mate score or a bound:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info nodes 5000 time 5 nps 1000000 depth 1 seldepth 7
//! < info currline 1 h2e2 time x
//! < info thinking of time and depth
//! < info depth 1 score mate 3 pv h2e2
//! < info depth 2 score -M5
//! < info depth 2 score 20 lowerbound pv h2e2 and so on, up to depth x
//! < bestmove b0c2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score cp 20 pv b0c2
//!                      ^^ `score` must be followed by a number, not by `cp`
//! < bestmove b0c2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth
//!        ^^^^^ `depth` must be followed by a number
//! < bestmove b0c2
//! ```
//!
//! After the number of an item, the next word begins a new item:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info seldepth 7 nodes some
//!                         ^^^^ `nodes` must be followed by a number, not by `some`
//! < info depth 1 score cp 30 pv
//!                      ^^ `score` must be followed by a number, not by `cp`
//! < info depth 1 score 30 pv
//!                         ^^ `pv` must be followed by moves
//! < bestmove b0c2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_grammar",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI I3, I5",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!("no_info", "the engine sends no `info`"));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Info(info) = response else {
            continue;
        };
        match &info.grammar_error {
            Some((span, message)) => {
                out.violates(entry.culprit_of_part(span.clone()), message.clone())
            }
            None if info.items.is_empty() => (),
            None => out.conforms(entry.at),
        }
    }
}
