//! `stop` is answered within a second.
//!
//! The text asks for an answer as soon as the engine can; in the league some tenths of a second after
//! `stop` the game is lost.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 0.501000 < bestmove h2e2
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 1.400000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 3.500000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the result took 3.000 s
//! ```
//!
//! If the host was late by as much, nobody can tell:
//!
//! ```inconclusive
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 1.700000 < bestmove h2e2
//! 1.700000 = late 900ms
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/stop_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI X6, L7",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// Our bound; the text names none.
const LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    for search in view
        .searches
        .iter()
        .filter(|it| !it.doubtful && it.abandoned.is_none())
    {
        // An engine that skipped its `go`, or waits in batch mode, read it in idle.
        let skipped = search.optional && is_none(view, search);
        if search.tampered || skipped {
            continue;
        }
        // A result that never came is the affair of `stop_ends_thinking`.
        if let (Some(stop), Some(result)) = (search.stop, view.result(search)) {
            let deadline = Deadline {
                asked: view.entry(stop),
                since: view.taken(stop, search),
                answer: Some(result),
                clock: Duration::ZERO,
                limit: LIMIT,
            };
            deadline.judge(view, out, |fate| format!("the result {fate}"));
        }
    }
}

fn is_none(view: &View, search: &Search) -> bool {
    let result = view.result(search).and_then(Entry::response);
    result == Some(&Response::NoBestMove)
}
