//! In batch mode the engine later executes every line that was sent during a search.
//!
//! In batch mode the interface may send the commands for a whole file of positions at once. If the engine skips one of
//! the commands, a position gets no result.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option batch type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption batch true
//! 0.003000 > position startpos
//! 0.003000 > go depth 2
//! 0.003000 > position startpos moves h2e2
//! 0.003000 > go depth 2
//! 0.010000 < bestmove h2e2
//! 0.020000 < bestmove h9g7
//! ```
//!
//! The queued commands are executed one after the other, and each search may take any time:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option batch type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption batch true
//! 0.003000 > position startpos
//! 0.003000 > go depth 2
//! 0.003000 > isready
//! 0.003000 > go depth 2
//! 9.010000 < bestmove h2e2
//! 9.020000 < readyok
//! 18.020000 < bestmove b2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option batch type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption batch true
//! 0.003000 > position startpos
//! 0.003000 > go depth 2
//! 0.003000 > position startpos moves h2e2
//! 0.003000 > go depth 2
//!            ^^^^^^^^^^ the result of this queued `go` was not received within 10.001 s; the limit is 10.000 s
//! 0.010000 < bestmove h2e2
//! 10.011000 ~ 10s
//! ```

use super::{super::prelude::*, batch_waits::NO_BATCH_MESSAGE};

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/batch_loses_nothing",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST9",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// Every engine can search to depth 4 within ten seconds.
const MAX_DEPTH: u64 = 4;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() && !view.announced_options.iter().any(|it| it == "batch") {
        out.not_applicable(NO_BATCH_MESSAGE);
    }
    for search in &view.searches {
        let go = view.entry(search.entry);
        if !go.is_deferred || !matches!(search.go.mode, GoMode::Depth(1..=MAX_DEPTH)) {
            continue;
        }
        let deadline = Deadline {
            command_entry: go,
            starts_at: search.started,
            answer: None,
            clock_time: Duration::ZERO,
            limit: RESULT_TIMEOUT,
        };
        if let Some(absence) = deadline.natural_end_deadline(view, search) {
            absence.judge(view, out, |OverdueAnswer { response_time: took, limit, .. }| {
                message!(
                    "queued_result_missing",
                    "the result of this queued `go` was not received within {took}; the limit is {limit}",
                    took,
                    limit
                )
            });
        }
    }
}
