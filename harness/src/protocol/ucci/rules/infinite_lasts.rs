//! `go infinite` lasts until `stop`, unless a mate is found.
//!
//! Interfaces use it for analysis; a result that nobody asked for ends what the user is looking at. No
//! clock of an earlier `go` counts either.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! > stop
//! < bestmove h2e2
//! ```
//!
//! Once a mate is found there is nothing left to think about:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 9990
//! < bestmove h2e2
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The end of the engine's input ends everything:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! >! eof
//! < bestmove h2e2
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result before `stop`, and the score told last is no mate: 20
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/infinite_lasts",
    level: Level::Must,
    topic: "state",
    spec: "UCCI G4, G17",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

/// A score that no engine tells a mate by.
const NO_MATE: u64 = 1000;

fn check(view: &View, out: &mut Findings) {
    for search in view
        .searches
        .iter()
        .filter(|it| !it.doubtful && !it.go.ponder)
    {
        let (Mode::Infinite, Some(result)) = (&search.go.mode, view.result(search)) else {
            continue;
        };
        if search.stop.is_some() {
            out.conforms(result.at);
            continue;
        }
        let alive = search
            .position()
            .is_some_and(|it| !it.legal_moves().is_empty() && search.board.bans.all.is_empty());
        let score = view
            .last_score(search)
            .filter(|it| it.unsigned_abs() < NO_MATE);
        if let (Some(score), true, None) = (score, alive, search.abandoned) {
            let message =
                format!("a result before `stop`, and the score told last is no mate: {score}");
            out.violates(result.culprit(), message);
        }
    }
}
