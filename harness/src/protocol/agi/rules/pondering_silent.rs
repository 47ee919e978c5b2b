//! The engine sends no `BESTMOVE` at the end of pondering, and none for a `STOP` while it is idle.
//!
//! A GUI cannot distinguish a `BESTMOVE` after pondering from the answer to its next `GO`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO PONDER
//! < INFO DEPTH 1
//! > STOP
//! > ISREADY
//! < READYOK
//! ```
//!
//! A `STOP` to an idle engine has no answer:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > STOP
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO PONDER
//! > STOP
//! < BESTMOVE 78
//!   ^^^^^^^^^^^ a `BESTMOVE` although the engine was not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/pondering_silent",
    level: Level::Should,
    topic: "state",
    spec: "AGI R-24, R-22, R-17",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    ThinkingState::for_each_response(view, |entry, response, before| match response {
        Response::BestMove(_)
            if entry.expectation == Expectation::NotRequested
                && (before.is_pondering
                    || before.was_stopped_while_idle
                    || entry.phase == EnginePhase::Quitting) =>
        {
            let why = message!(
                "bestmove_of_pondering",
                "a `BESTMOVE` although the engine was not thinking"
            );
            out.violates(entry.culprit(), why);
        }
        Response::ReadyOk if before.is_pondering || before.was_stopped_while_idle => {
            out.conforms(entry.at)
        }
        _ => (),
    });
}
