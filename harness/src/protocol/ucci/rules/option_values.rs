//! An invalid or missing value of an option does no harm.
//!
//! An interface reads the values of options from a settings file, which may be old, or for another version of the
//! engine.
//!
//! ```conforms
//! > ucci
//! < option hashsize type spin min 1 max 64 default 16
//! < ucciok
//! > setoption hashsize much
//! > isready
//! < readyok
//! ```
//!
//! A `setoption` without a value for an option of type `check` does no harm:
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < option hashsize type spin min 1 max 64 default 16
//! < ucciok
//! > setoption hashsize 99999999999
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::{super::prelude::*, option_set::NO_HARMLESS_OPTION_MESSAGE};

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_values",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI O37",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let of_the_session = |it: &String| vocabulary::SESSION_OPTIONS.contains(&it.as_str());
    if view.is_handshake_done() && view.announced_options.iter().all(of_the_session) {
        out.not_applicable(NO_HARMLESS_OPTION_MESSAGE);
    }
    view.check_survival(out, &[UnspecifiedInput::InvalidOptionValue]);
}
