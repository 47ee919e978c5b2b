//! The engine sends exactly one `BESTMOVE` for each `GO` without `PONDER`, and none for other commands.
//!
//! A GUI reads a second `BESTMOVE` as the answer to its next `GO`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78
//! > GO TIME 1000
//! < BESTMOVE 78
//! ```
//!
//! An infinite search may end by itself:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < BESTMOVE 78
//! > STOP
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78
//! < BESTMOVE 69
//!   ^^^^^^^^^^^ a `BESTMOVE`, but no `GO` is waiting for it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/one_bestmove_per_go",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-11, R-20, R-13",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    ThinkingState::for_each_response(view, |entry, response, before| {
        let Response::BestMove(_) = response else {
            return;
        };
        // The rule `pondering_silent` judges a `BESTMOVE` during pondering, and a `BESTMOVE` after a `STOP` to an idle
        // engine.
        if entry.expectation != Expectation::NotRequested
            || !before.is_pondering
                && !before.was_stopped_while_idle
                && entry.phase != EnginePhase::Quitting
        {
            View::judge_expectation(entry, out, || {
                message!(
                    "bestmove_unasked",
                    "a `BESTMOVE`, but no `GO` is waiting for it"
                )
            });
        }
    });
}
