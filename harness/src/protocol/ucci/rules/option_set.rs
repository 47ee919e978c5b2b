//! An option that was announced can be set.
//!
//! The interface shows the option to its user with the values that were announced, and the user picks
//! one.
//!
//! ```conforms
//! > ucci
//! < option hashsize type spin min 1 max 64 default 16
//! < ucciok
//! > setoption hashsize 64
//! > isready
//! < readyok
//! ```
//!
//! What the engine says about it is not judged:
//!
//! ```conforms
//! > ucci
//! < option newgame type button
//! < ucciok
//! > setoption newgame
//! < a new game begins
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < option hashsize type spin min 1 max 64 default 16
//! < ucciok
//! > setoption hashsize 64
//!   ^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_set",
    level: Level::Must,
    topic: "robustness",
    spec: "UCCI O11, O13, O23, O24",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let of_the_session = |it: &String| vocabulary::SESSION_OPTIONS.contains(&it.as_str());
    if view.handshake_done() && view.announced.iter().all(of_the_session) {
        out.not_applicable(
            "the engine announces no option whose value does not change the session",
        );
    }
    view.check_survival(out, &[Unspecified::OptionSet]);
}
