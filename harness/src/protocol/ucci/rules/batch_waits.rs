//! In batch mode no command is taken while the engine thinks.
//!
//! Batch mode is for analysing a list of positions from a file: what is asked between two searches must
//! be answered between them.
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 3
//! > isready
//! < bestmove h2e2
//! < readyok
//! ```
//!
//! `stop` waits like everything else, and then finds the engine idle:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 3
//! > stop
//! > isready
//! < bestmove h2e2
//! < nobestmove
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 3
//! > isready
//! < readyok
//!   ^^^^^^^ answered while thinking, in batch mode
//! < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/batch_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST8",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_shaken_hands() && !view.announced.iter().any(|it| it == "batch") {
        out.not_applicable("the engine does not announce `batch`");
    }
    for entry in view.entries.iter().filter(|it| it.early) {
        out.violates(entry.culprit(), "answered while thinking, in batch mode");
    }
    for ask in view.asks.iter().filter(|it| view.entry(it.entry).waited) {
        if let Some(answer) = ask.answer {
            out.conforms(view.entry(answer).at);
        }
    }
}
