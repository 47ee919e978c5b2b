//! `INFO` comes only while the engine thinks or ponders.
//!
//! The AGI specification allows thinking only after `GO`, or while `PONDER` is on.
//!
//! An `INFO` that was on its way when the search ended is allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! < INFO DEPTH 1
//! > STOP
//! < BESTMOVE 78
//! < INFO DEPTH 2
//! > ISREADY
//! < READYOK
//! ```
//!
//! While `PONDER` is on, the engine may ponder by itself:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK FALSE PONDER TRUE
//! < AGIOK
//! > GO TIME 1000
//! < INFO DEPTH 1
//! < BESTMOVE 78
//! > ISREADY
//! < READYOK
//! < INFO DEPTH 2
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 78
//! < INFO DEPTH 1
//!   ^^^^^^^^^^^^ `info` although the engine is not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/info_only_thinking",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-20, R-17, R-13, R-22",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    mark_inapplicable_without_info(view, out);
    ThinkingState::for_each_response(view, |entry, response, before| {
        if !matches!(response, Response::Info(_)) {
            return;
        }
        let excused = entry.was_debug_on || before.may_have_late_lines;
        // The rule `bye_last` judges the lines after `BYE`.
        if entry.phase == EnginePhase::Quitting {
            return;
        }
        if entry.expectation != Expectation::NotRequested || !excused {
            View::judge_expectation(entry, out, || {
                message!(
                    "info_while_idle",
                    "`info` although the engine is not thinking"
                )
            });
        }
    });
}
