//! With `go time` the engine answers by itself before its time has passed.
//!
//! A game is lost when the clock runs out, however good the move is that comes afterwards.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 3000 increment 0
//! 1.003000 < bestmove h2e2
//! ```
//!
//! To an engine that knows no milliseconds the clock is given in seconds:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//! 2.900000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos
//! 0.003000 > go time 3000 increment 0
//! 3.503000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the clock had 3.000 s, the result took 3.500 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go time 3 increment 0
//!            ^^^^^^^^^^^^^^^^^^^^^ the clock had 3.000 s, the result had not come after 9.000 s
//! 9.003000 ~ 9s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/clock_kept",
    level: Level::Must,
    topic: "time",
    spec: "UCCI G7, G12, G13, L1",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// What the way through two pipes may take.
const TOLERANCE: Duration = Duration::from_millis(50);

/// A clock that has run out cannot be kept, whatever the engine does.
const LEAST: Duration = Duration::from_millis(10);

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let Mode::Time(clock) = search.go.mode else {
            continue;
        };
        let left = clock.left(search.unit);
        if left < LEAST || search.go.ponder {
            continue;
        }
        let deadline = Deadline {
            asked: view.entry(search.entry),
            since: search.started,
            answer: None,
            clock: left,
            limit: TOLERANCE,
        };
        if let Some(deadline) = deadline.of(view, search) {
            deadline.judge(view, out, |fate| {
                let left = left.as_secs_f64();
                format!("the clock had {left:.3} s, the result {fate}")
            });
        }
    }
}
