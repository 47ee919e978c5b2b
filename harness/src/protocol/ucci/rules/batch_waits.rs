//! In batch mode the engine executes no command during a search.
//!
//! Batch mode is for the analysis of a list of positions from a file. If a command is sent between
//! two `go`, the engine answers it after the first search and before the second search.
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
//! In batch mode, a queued `stop` is executed after the search, when the engine is idle:
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
//!   ^^^^^^^ the engine answered this command during a search in batch mode
//! < bestmove h2e2
//! ```
//!
//! In batch mode only a mate ends `go infinite`. In batch mode, a `stop` during a search must not end the search:
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
//!   ^^^^^^^^^^^^^ the engine executed `stop` during a search in batch mode: the search ended, although its last score, 5, is no mate
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/batch_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

pub(super) const NO_BATCH_MESSAGE: Message =
    message!("no_batch", "the engine does not announce `batch`");

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() && !view.announced_options.iter().any(|it| it == "batch") {
        out.not_applicable(NO_BATCH_MESSAGE);
    }
    for entry in view.entries.iter().filter(|it| it.sent_before_command_read) {
        let message = message!(
            "answered_in_batch",
            "the engine answered this command during a search in batch mode"
        );
        out.violates(entry.culprit(), message);
    }
    let plain = |it: &&Search| !it.is_doubtful && !it.may_have_been_stopped && !it.go.is_ponder;
    for search in view.searches.iter().filter(plain) {
        let stop = |it: &Command| *it == Command::Stop;
        let (GoMode::Infinite, Some(result), Some(_)) = (
            &search.go.mode,
            view.result_entry(search),
            view.first_deferred_command(search, stop),
        ) else {
            continue;
        };
        if let (None, InfiniteEndReason::WithoutMate(score)) = (
            search.result_excused_since,
            view.infinite_end_reason(search, result),
        ) {
            let message = message!(
                "stopped_in_batch",
                "the engine executed `stop` during a search in batch mode: the search ended, although its last score, {score}, is no mate",
                score = score.to_string()
            );
            out.violates(result.culprit(), message);
        }
    }
    for ask in view
        .questions
        .iter()
        .filter(|it| view.entry(it.entry).is_deferred)
    {
        if let Some(answer) = ask.answer_entry {
            out.conforms(view.entry(answer).at);
        }
    }
}
