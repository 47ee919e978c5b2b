//! The engine sends `bestmove` before the clock of the side to move runs out.
//!
//! The game is lost when the clock runs out, even if the late move is good.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go wtime 1000 btime 10 winc 0 binc 0
//! 0.900000 < bestmove e2e4
//! ```
//!
//! The engine's clock does not run while the engine ponders:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.003000 > go ponder wtime 1000 btime 1000
//! 5.000000 > ponderhit
//! 5.400000 < bestmove g1f3
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go wtime 1000 btime 60000
//! 4.003000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ the clock had 1.000 s, but the result came after 4.000 s
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos moves e2e4 e7e5
//! 0.003000 > go ponder wtime 1000 btime 1000
//! 5.000000 > ponderhit
//! 7.500000 < bestmove g1f3
//!            ^^^^^^^^^^^^^ the clock had 1.000 s, but the result came after 2.500 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/clock_kept",
    level: Level::Must,
    topic: "time",
    spec: "UCI U48, U56, U110",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The tolerance for the latency of the pipes to and from the engine.
const LATENCY_TOLERANCE: Duration = Duration::from_millis(50);

/// The rule ignores clocks below this time, because no engine can answer so fast.
const MIN_JUDGED_CLOCK: Duration = Duration::from_millis(10);

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let side = match search.position().map(BoardGame::is_first_player_to_move) {
            Some(true) => 0,
            Some(false) => 1,
            None => continue,
        };
        let Some(left) = search
            .go
            .time_left(side)
            .filter(|it| *it >= MIN_JUDGED_CLOCK)
        else {
            continue;
        };
        // A `go` with `mate` may search until `stop` (`UCI U53`).
        let endless = search.go.is_infinite || search.go.mate.is_some();
        if endless || search.go.are_searchmoves_ambiguous || search.may_be_skipped {
            continue;
        }
        // If `movetime` is longer than the clock, the engine may search for all of `movetime` (`UCI U52`).
        let movetime = search.go.movetime.and_then(|it| u64::try_from(it).ok());
        let left = left.max(Duration::from_millis(movetime.unwrap_or(0)));
        let since = match (search.go.is_ponder, search.ponderhit_entry) {
            (false, _) => search.entry,
            (true, Some(hit)) => hit,
            (true, None) => continue,
        };
        let asked = view.entry(since);
        let deadline = Deadline {
            command_entry: asked,
            starts_at: asked.time.max(search.started),
            answer: None,
            clock_time: left,
            limit: LATENCY_TOLERANCE,
        };
        if let Some(deadline) = deadline.clock_deadline(view, search) {
            deadline.judge(
                view,
                out,
                |OverdueAnswer {
                     response_time: took,
                     arrived_late: came,
                     ..
                 }| match came {
                    true => message!(
                        "clock_overstepped",
                        "the clock had {left}, but the result came after {took}",
                        left,
                        took
                    ),
                    false => message!(
                        "clock_ran_out",
                        "the clock had {left}, but the result was not received within {took}",
                        left,
                        took
                    ),
                },
            );
        }
    }
}
