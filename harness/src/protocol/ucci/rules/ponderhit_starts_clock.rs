//! After `ponderhit` the engine sends its move by itself, within the time that `go ponder` allowed.
//!
//! The engine's own clock runs from `ponderhit` on.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.002000 > position startpos moves h2e2 h9g7
//! 0.003000 > go ponder time 3000 increment 0
//! 40.000000 > ponderhit
//! 41.000000 < bestmove h0g2
//! ```
//!
//! The engine may answer immediately after `ponderhit`, because it has already searched.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos moves h2e2 h9g7
//! 0.003000 > go ponder time 3 increment 0
//! 2.000000 > ponderhit
//! 2.000100 < bestmove h0g2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos moves h2e2 h9g7
//! 0.003000 > go ponder time 3 increment 0
//! 2.000000 > ponderhit
//!            ^^^^^^^^^ at `ponderhit` the clock had 3.000 s, but the result was not received within 10.000 s
//! 4.000000 < info depth 20
//! 12.000000 ~ 8s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponderhit_starts_clock",
    level: Level::Must,
    topic: "time",
    spec: "UCCI PH1, G12, G20",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The tolerance for the latency of the two pipes between ponderhit and the engine.
const LATENCY_TOLERANCE: Duration = Duration::from_millis(50);

/// The rule ignores clocks below this time, because no engine can answer so fast.
const MIN_CLOCK: Duration = Duration::from_millis(10);

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let (GoMode::Time(clock), true, Some(hit)) =
            (&search.go.mode, search.go.is_ponder, search.ponderhit_entry)
        else {
            continue;
        };
        let left = clock.remaining_time(search.time_unit);
        if left < MIN_CLOCK {
            continue;
        }
        let deadline = Deadline {
            command_entry: view.entry(hit),
            starts_at: view.command_readable_since(hit, search),
            answer: None,
            clock_time: left,
            limit: LATENCY_TOLERANCE,
        };
        if let Some(deadline) = deadline.clock_deadline(view, search) {
            deadline.judge(view, out, |OverdueAnswer { response_time: took, arrived_late: came, .. }| match came {
                true => message!(
                    "ponder_clock_overstepped",
                    "at `ponderhit` the clock had {left}, but the result came after {took}",
                    left,
                    took
                ),
                false => message!(
                    "ponder_clock_ran_out",
                    "at `ponderhit` the clock had {left}, but the result was not received within {took}",
                    left,
                    took
                ),
            });
        }
    }
}
