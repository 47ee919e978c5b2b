//! A draw offer does not disturb the search, and the engine sends its result as usual.
//!
//! The league sends `go draw` when the opponent offers a draw. An engine that cannot parse the word
//! `draw` loses on time. The engine may accept or ignore the draw offer.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go draw depth 1
//! 0.010000 < bestmove h2e2
//! ```
//!
//! The engine may accept a draw, and the interface may offer a draw with `ponderhit`:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option usemillisec type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption usemillisec true
//! 0.003000 > position startpos
//! 0.003000 > go ponder time 1000 increment 0
//! 0.010000 > ponderhit draw
//! 0.100000 < bestmove h2e2 ponder h9g7 draw
//! ```
//!
//! A late result conforms to this rule. The rule `clock_kept` judges a result after the clock has run out:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go draw depth 4
//! 11.500000 < bestmove h2e2 draw
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go draw depth 1
//!            ^^^^^^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 11.000000 > isready
//! 11.001000 < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/draw_offer",
    level: Level::Must,
    topic: "state",
    spec: "UCCI G21, PH2, R3, L5",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// Every engine can search to depth 4 within ten seconds.
const MAX_DEPTH: u64 = 4;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    for search in &view.searches {
        let hit = search.ponderhit_entry.map(|it| view.entry(it));
        let on_hit =
            hit.filter(|it| matches!(it.command(), Some(Command::PonderHit { offers_draw: true })));
        let go = view.entry(search.entry);
        let clock = match search.go.mode {
            // If the clock has already run out, no engine can answer in time.
            GoMode::Time(clock) if clock.remaining_time(search.time_unit).is_zero() => continue,
            GoMode::Time(clock) => clock.remaining_time(search.time_unit),
            GoMode::Depth(..=MAX_DEPTH) => Duration::ZERO,
            _ => continue,
        };
        // In the grammar, `go ponder` has no draw offer: the offer comes with `ponderhit` (`UCCI G2`).
        let (asked, since) = match on_hit {
            Some(hit) => (hit, hit.time.max(search.started)),
            None if search.go.offers_draw && !search.go.is_ponder => (go, search.started),
            None => continue,
        };
        let deadline = Deadline {
            command_entry: asked,
            starts_at: since,
            answer: None,
            clock_time: clock,
            limit: RESULT_TIMEOUT,
        };
        if let Some(absence) = deadline.natural_end_deadline(view, search) {
            absence.judge(view, out, OverdueAnswer::result_message);
        }
    }
}
