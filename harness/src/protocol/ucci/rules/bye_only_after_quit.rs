//! `bye` is sent only in answer to `quit`.
//!
//! A GUI closes the pipes when it reads `bye`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! In batch mode the engine may execute `quit` long after the interface sent it:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 1
//! > quit
//! < bestmove h2e2
//! < bye
//! ! exit 0
//! ```
//!
//! An engine may accept a malformed `quit`, so it may send `bye`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit now
//! < bye
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! < bye
//!   ^^^ `bye` without a `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bye_only_after_quit",
    level: Level::Must,
    topic: "state",
    spec: "UCCI E1",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if *response == Response::Bye {
            View::judge_expectation(entry, out, || {
                message!("no_quit_sent", "`bye` without a `quit`")
            });
        }
    }
}
