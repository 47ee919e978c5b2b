//! A search to a small depth ends by itself.
//!
//! Test tools send `go depth` and wait for the result; they never send `stop`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < bestmove e2e4
//! ```
//!
//! A search to a large depth may take any time. `stop` may end a search to any depth:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 2
//! 5.000000 < bestmove e2e4
//! 5.001000 > go depth 90
//! 95.000000 > stop
//! 95.001000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 3
//!            ^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 2.000000 < info depth 9
//! 11.000000 ~ 9s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/depth_ends",
    level: Level::Must,
    topic: "time",
    spec: "UCI U50",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The largest depth that the rule judges. Every engine can search to this depth within ten seconds, so a `bestmove`
/// that is missing after ten seconds has timed out.
const MAX_JUDGED_DEPTH: i64 = 4;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let small = view.small_searches(RESULT_TIMEOUT, |go| {
        let endless = go.is_ponder || go.is_infinite || go.flaw.is_some() || go.mate.is_some();
        let endless = endless || go.are_searchmoves_ambiguous;
        !endless
            && go
                .depth
                .is_some_and(|it| (1..=MAX_JUDGED_DEPTH).contains(&it))
    });
    for (search, deadline) in small {
        // If the engine received no `position`, it may answer `go` only after `stop` (`UCI U85`).
        if search.may_be_skipped {
            continue;
        }
        if let Some(absence) = deadline.natural_end_deadline(view, search) {
            absence.judge(view, out, OverdueAnswer::result_message);
        }
    }
}
