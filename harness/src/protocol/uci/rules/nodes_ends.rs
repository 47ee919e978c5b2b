//! A search to a small number of nodes ends by itself.
//!
//! Test tools send `go nodes` because the search then does the same work on every machine.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go nodes 1000
//! < bestmove e2e4
//! ```
//!
//! A slow engine may take several seconds for a few nodes:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go nodes 1
//! 8.000000 < bestmove e2e4
//! ```
//!
//! If a busy host delayed the engine, a `bestmove` after `stop` does not show whether the search would have ended by
//! itself:
//!
//! ```inconclusive
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go nodes 100
//! 12.000000 = late 11s
//! 12.000000 > stop
//! 12.001000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go nodes 100
//!            ^^^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 2.000000 < info nodes 9000000
//! 11.000000 ~ 9s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/nodes_ends",
    level: Level::Should,
    topic: "time",
    spec: "UCI U51",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The largest number of nodes that the rule judges. Every engine can search this number of nodes within ten seconds.
const MAX_JUDGED_NODES: i64 = 20_000;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let small = view.small_searches(RESULT_TIMEOUT, |go| {
        let endless = go.is_ponder || go.is_infinite || go.flaw.is_some() || go.mate.is_some();
        let endless = endless || go.are_searchmoves_ambiguous;
        !endless
            && go
                .nodes
                .is_some_and(|it| (1..=MAX_JUDGED_NODES).contains(&it))
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
