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
//!
//! A search to a fixed depth shows it, too:
//!
//! ```violates
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > position startpos moves h2e2
//! > go depth 3
//! < info depth 1 score 2 pv h9g7
//! < info depth 3 score 5 pv h9g7
//! < bestmove h9g7
//! > go depth 3
//! < info depth 3 score 5 pv h9g7
//! < bestmove h9g7
//! > setoption batch true
//! > go depth 3
//!   ^^^^^^^^^^ the engine executed `stop` during a search in batch mode: the search ended at depth 1, although two searches before it reached their depth
//! > stop
//! > isready
//! < info depth 1 score 2 pv h9g7
//! < bestmove h9g7
//! < nobestmove
//! < readyok
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
    let mut depths = view.dialect_notes.full_depths;
    for search in &view.searches {
        if let Some(reached) = depths
            .depth_at_stop(view, search)
            .filter(|_| plain(&search))
        {
            let message = message!(
                "depth_stopped_in_batch",
                "the engine executed `stop` during a search in batch mode: the search ended at depth {reached}, although two searches before it reached their depth",
                reached
            );
            out.violates(view.entry(search.entry).culprit(), message);
        }
        depths = depths.with_next(view, search);
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
