//! A search with `go movetime N` ends when N milliseconds are over.
//!
//! A GUI uses `movetime` to give each engine the same time for a move. After `go movetime`, the result may come early,
//! but at most half a second after the time is over.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 1000
//! 1.012000 < bestmove e2e4
//! ```
//!
//! With `infinite`, the engine may ignore `movetime`. With only one legal move, the engine may answer at once:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite movetime 100
//! 3.000000 > stop
//! 3.001000 < bestmove e2e4
//! 3.002000 > position fen 8/8/8/8/8/8/1r6/K6k w - - 0 1
//! 3.002000 > go movetime 5000
//! 3.003000 < bestmove a1b2
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 100
//! 2.002000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ `movetime` is 100 ms, but the result came after 2.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/movetime_kept",
    level: Level::Should,
    topic: "time",
    spec: "UCI U52",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The maximum delay of `bestmove` after the end of `movetime`.
const MOVETIME_TOLERANCE: Duration = Duration::from_millis(500);

fn check(view: &View, out: &mut Findings) {
    for search in view
        .searches
        .iter()
        .filter(|it| it.interrupting_entry.is_none())
    {
        let go = &search.go;
        let other =
            go.is_infinite || go.is_ponder || go.mate.is_some() || go.are_searchmoves_ambiguous;
        if other || go.flaw.is_some() || search.may_be_skipped {
            continue;
        }
        let time = go.movetime.and_then(|it| u64::try_from(it).ok());
        let Some(time) = time.filter(|it| *it > 0).map(Duration::from_millis) else {
            continue;
        };
        let deadline = Deadline {
            command_entry: view.entry(search.entry),
            starts_at: search.started,
            answer: None,
            clock_time: time,
            limit: MOVETIME_TOLERANCE,
        };
        if let Some(deadline) = deadline.clock_deadline(view, search) {
            deadline.judge(view, out, |overdue| {
                let took = overdue.response_time;
                match overdue.arrived_late {
                    true => message!(
                        "movetime_exceeded",
                        "`movetime` is {time}, but the result came after {took}",
                        time,
                        took
                    ),
                    false => message!(
                        "movetime_passed",
                        "`movetime` is {time}, but the result was not received within {took}",
                        time,
                        took
                    ),
                }
            });
        }
    }
}
