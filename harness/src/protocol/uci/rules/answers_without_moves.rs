//! The engine answers `go` even in a position without a legal move.
//!
//! A GUI that does not notice the end of the game waits for `bestmove`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves f2f3 e7e5 g2g4 d8h4
//! > go depth 3
//! < info depth 0 score mate 0
//! < bestmove (none)
//! ```
//!
//! In a position without a legal move, the engine may wait for `stop` before it answers `go infinite`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
//! > go movetime 100
//! < bestmove 0000
//! > go infinite
//! > stop
//! < bestmove 0000
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos moves f2f3 e7e5 g2g4 d8h4
//! 0.002000 > go wtime 1000 btime 1000
//!            ^^^^^^^^^^^^^^^^^^^^^^^^ the result was not received within 20.998 s; the limit is 10.000 s
//! 21.000000 ~ 20s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/answers_without_moves",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U66",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let limited =
        |it: &&Search| it.limits().is_search_limited() && !it.go.is_ponder && !it.may_be_skipped;
    for search in view.searches.iter().filter(limited) {
        if search
            .position()
            .is_none_or(|it| !it.legal_moves().is_empty())
        {
            continue;
        }
        let deadline = Deadline {
            command_entry: view.entry(search.entry),
            starts_at: search.started,
            answer: None,
            clock_time: Duration::ZERO,
            limit: RESULT_TIMEOUT,
        };
        if let Some(absence) = deadline.natural_end_deadline(view, search) {
            absence.judge(view, out, OverdueAnswer::result_message);
        }
    }
}
