//! Every item of an `info` line has a value of the right kind.
//!
//! If a GUI expects a number and reads a word, it skips the line or crashes.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 seldepth 3 multipv 1 score cp 30 lowerbound nodes 90 nps 9000 hashfull 0 tbhits 0 time 10 pv e2e4 e7e5
//! < bestmove e2e4
//! ```
//!
//! Unknown items, and any words after `string`, are allowed:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 score mate -3 wdl 0 0 1000 ebf 1.7 pv e2e4
//! < info string depth two score unknown
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
//! < info depth two
//!              ^^^ `depth` must be followed by a number, not by `two`
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
//! < info depth 2 score 30
//!                      ^^ `score` must be followed by `cp` or `mate` and a number
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U67",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "info"
        ));
    }
    for (entry, response) in view.complete_responses() {
        if let Response::Info(info) = response {
            match &info.grammar_error {
                Some((span, _)) if view.is_move_of_other_game(entry, span.clone()) => (),
                Some((span, message)) => {
                    out.violates(entry.culprit_of_part(span.clone()), message.clone())
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
