//! `BYE` comes once, after `QUIT`, as the last line.
//!
//! After `BYE` a GUI closes the pipes and reads no further lines.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! < BYE
//! ! exit 0
//! ```
//!
//! A `BESTMOVE` may come before the `BYE`:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > QUIT
//! < BESTMOVE 78
//! < BYE
//! ! exit 0
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! < BYE
//! < BYE
//!   ^^^ `BYE`, but no `QUIT` is waiting for it
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bye_last",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-16",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let bye = view
        .quit
        .as_ref()
        .and_then(|it| it.bye_entry)
        .map(|it| view.entry(it));
    for (entry, response) in view.complete_responses() {
        if *response == Response::Bye {
            View::judge_expectation(entry, out, || {
                message!("bye_unasked", "`BYE`, but no `QUIT` is waiting for it")
            });
        } else if bye.is_some_and(|it| it.at < entry.at) && *response != Response::Blank {
            out.violates(entry.culprit(), message!("after_bye", "a line after `BYE`"));
        }
    }
}
