//! A search with `movetime`, or with a small depth after `ponderhit`, ends by itself.
//!
//! An interface that sends no clocks waits for the result, and sends no `stop`.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 500
//! 0.502000 < bestmove e2e4
//! ```
//!
//! How exact the time is, `uci/movetime_kept` judges:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.002000 > go ponder movetime 500
//! 1.000000 > ponderhit
//! 3.000000 < bestmove g1f3
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.002000 > go ponder movetime 500
//! 1.000000 > ponderhit
//!            ^^^^^^^^^ the result was not received within 11.000 s; the limit is 10.500 s
//! 12.000000 > stop
//! 12.001000 < bestmove g1f3
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.002000 > go ponder depth 2
//! 1.000000 > ponderhit
//!            ^^^^^^^^^ the result was not received within 10.500 s; the limit is 10.000 s
//! 11.500000 > stop
//! 11.501000 < bestmove g1f3
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/limited_search_ends",
    level: Level::Must,
    topic: "time",
    spec: "UCI U56, U61",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The largest depth that the rule judges. Every engine can search to this depth within ten seconds.
const MAX_JUDGED_DEPTH: i64 = 4;

/// The time after the end of `movetime` in which a result is not missing yet.
const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let go = &search.go;
        let has_clock = (0..2).any(|side| go.time_left(side).is_some());
        let is_unclear = go.is_infinite
            || go.mate.is_some()
            || go.flaw.is_some()
            || go.are_searchmoves_ambiguous
            || search.may_be_skipped;
        if has_clock || is_unclear {
            continue;
        }
        let movetime = go.movetime.and_then(|it| u64::try_from(it).ok());
        let movetime = movetime.filter(|it| *it > 0).map(Duration::from_millis);
        let is_shallow = go
            .depth
            .is_some_and(|it| (1..=MAX_JUDGED_DEPTH).contains(&it));
        // Without `ponder`, `uci/depth_ends` judges the depth.
        let (since, limit) = match (search.ponderhit_entry, movetime) {
            (None, Some(movetime)) if !go.is_ponder => (search.entry, movetime),
            (Some(hit), Some(movetime)) => (hit, movetime),
            (Some(hit), None) if is_shallow => (hit, Duration::ZERO),
            _ => continue,
        };
        let asked = view.entry(since);
        let deadline = Deadline {
            command_entry: asked,
            starts_at: asked.time.max(search.started),
            answer: None,
            clock_time: Duration::ZERO,
            limit: limit + RESULT_TIMEOUT,
        };
        if let Some(absence) = deadline.natural_end_deadline(view, search) {
            absence.judge(view, out, OverdueAnswer::result_message);
        }
    }
}
