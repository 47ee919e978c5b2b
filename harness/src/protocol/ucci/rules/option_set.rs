//! The interface can set every option that the engine announces.
//!
//! An interface shows the announced values of an option, and the user chooses one value.
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
//! The engine may send any output about the option:
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

pub(super) const NO_HARMLESS_OPTION_MESSAGE: Message = message!(
    "no_harmless_option",
    "the engine announces no option that can be set without changing the session"
);

fn check(view: &View, out: &mut Findings) {
    let of_the_session = |it: &String| vocabulary::SESSION_OPTIONS.contains(&it.as_str());
    if view.is_handshake_done() && view.announced_options.iter().all(of_the_session) {
        out.not_applicable(NO_HARMLESS_OPTION_MESSAGE);
    }
    view.check_survival(out, &[UnspecifiedInput::ValidOptionValue]);
}
