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
//!
//! A search without an end ends by a mate only; a `stop` that was sent meanwhile is no reason:
//!
//! ```violates
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go infinite
//! > stop
//! < info depth 9 score 5 pv h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ `stop` was applied in batch mode: the score told last is no mate: 5
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/batch_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST8",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() && !view.announced.iter().any(|it| it == "batch") {
        out.not_applicable("the engine does not announce `batch`");
    }
    for entry in view.entries.iter().filter(|it| it.early) {
        out.violates(entry.culprit(), "answered while thinking, in batch mode");
    }
    let plain = |it: &&Search| !it.doubtful && !it.maybe_stopped && !it.go.ponder;
    for search in view.searches.iter().filter(plain) {
        let stop = |it: &Command| *it == Command::Stop;
        let (Mode::Infinite, Some(result), Some(_)) = (
            &search.go.mode,
            view.result(search),
            view.waited_in(search, stop),
        ) else {
            continue;
        };
        if let (None, InfiniteEnd::Unasked(score)) =
            (search.abandoned, view.end_of_infinite(search, result))
        {
            let message = format!(
                "`stop` was applied in batch mode: the score told last is no mate: {score}"
            );
            out.violates(result.culprit(), message);
        }
    }
    for ask in view.asks.iter().filter(|it| view.entry(it.entry).waited) {
        if let Some(answer) = ask.answer {
            out.conforms(view.entry(answer).at);
        }
    }
}
