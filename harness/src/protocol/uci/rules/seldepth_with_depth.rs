//! An `info` line with `seldepth` also has `depth`.
//!
//! A GUI shows `depth` and `seldepth` as one value, for example `12/20`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info depth 2 seldepth 4 score cp 30 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! `seldepth` may precede `depth`, and may be smaller than `depth`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 2
//! < info seldepth 0 depth 1
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
//! < info seldepth 4 nodes 90
//!        ^^^^^^^^ `seldepth` without `depth` in the same line
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/seldepth_with_depth",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U68",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "seldepth"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Info(info) = response else {
            continue;
        };
        let depth = info.key_span("depth").is_some();
        if let Some(span) = info.key_span("seldepth") {
            out.require(depth, entry.culprit_of_part(span), || {
                message!(
                    "seldepth_alone",
                    "`seldepth` without `depth` in the same line"
                )
            });
        }
    }
}
