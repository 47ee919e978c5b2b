//! The engine sends exactly one `bestmove` or `nobestmove` for each `go`, and none for other commands.
//!
//! A GUI reads a second result as the answer to its next `go`, and plays the move in the wrong position.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > go depth 0
//! < nobestmove
//! ```
//!
//! If a `stop` arrives after the result, the engine is idle, and may answer the `stop` with another `nobestmove`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 8
//! > stop
//! < bestmove h2e2
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! The engine may answer each `stop` that it received while idle, even after later commands:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > stop
//! > position startpos
//! > go depth 1
//! < nobestmove
//! < nobestmove
//! < bestmove h2e2
//! > go depth 1
//! > stop
//! < bestmove h2e2
//! > isready
//! > stop
//! < nobestmove
//! < readyok
//! < nobestmove
//! ```
//!
//! If different threads send the answers, `readyok` may come before the answer to an earlier `stop`. After one second
//! without output, the engine must not answer an earlier `stop` any more:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 8
//! > stop
//! < bestmove h2e2
//! > isready
//! < readyok
//! < nobestmove
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result, but no `go` is waiting for a result
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! > isready
//! < readyok
//! ~ 1s
//! < nobestmove
//!   ^^^^^^^^^^ a result, but no `go` is waiting for a result
//! ```
//!
//! A `go infinite` without a mate cannot end before its `stop` (`UCCI G4`), so this `stop` did not come while the engine
//! was idle:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 3 score 12 pv h2e2
//! > stop
//! < bestmove h2e2
//! < nobestmove
//!   ^^^^^^^^^^ a second result: a `go infinite` without a mate ends only with `stop`, so the `stop` was already answered
//! > isready
//! < readyok
//! ```
//!
//! If the engine found a mate, the search may have ended before the `stop`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 3 score 9990 pv h2e2
//! > stop
//! < bestmove h2e2
//! < nobestmove
//! > isready
//! < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/one_result_per_go",
    level: Level::Must,
    topic: "state",
    spec: "UCCI R1, G1, G4, P1, ST1, ST4, X8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_one_result_per_go(view, out);
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        if let Some(second) = second_result_of_infinite_search(view, search) {
            let message = message!(
                "result_after_infinite",
                "a second result: a `go infinite` without a mate ends only with `stop`, so the `stop` was already answered"
            );
            out.violates(second.culprit(), message);
        }
    }
}

/// The `nobestmove` after the result of a `go infinite` that certainly did not end before its `stop`.
fn second_result_of_infinite_search<'a>(view: &'a View, search: &Search) -> Option<&'a Entry> {
    let result = view.result_entry(search)?;
    let is_infinite = matches!(search.go.mode, GoMode::Infinite) && !search.go.is_ponder;
    let is_unclear = search.may_have_been_stopped || search.may_be_skipped;
    let is_endless = matches!(
        view.infinite_end_reason(search, result),
        InfiniteEndReason::WithoutMate(_)
    );
    if !is_infinite || is_unclear || !is_endless || search.stop_entry.is_none() {
        return None;
    }
    let next = view.entries.iter().find(|it| {
        it.at > result.at
            && (it.response().is_some() || matches!(it.command(), Some(Command::Go(_))))
    })?;
    // Another `stop` explains another `nobestmove`.
    let is_stop = |it: &&Entry| {
        it.at < next.at
            && it.command().is_some()
            && it
                .line
                .to_ascii_lowercase()
                .windows(4)
                .any(|it| it == b"stop")
    };
    let stop_count = view.entries.iter().filter(is_stop).count();
    (stop_count == 1 && matches!(next.response(), Some(Response::NoBestMove))).then_some(next)
}
