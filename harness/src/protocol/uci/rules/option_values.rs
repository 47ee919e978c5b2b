//! An invalid or missing value of an option does no harm.
//!
//! An interface reads the values of options from a settings file, which may be old, or for another version of the
//! engine.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Hash value much
//! > isready
//! < readyok
//! ```
//!
//! A `setoption` without a value does no harm, either:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Hash
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Hash value 9999999
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_values",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U34",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() && view.announced_options.is_empty() {
        out.not_applicable(message!("no_options", "the engine announces no options"));
    }
    view.check_survival(out, &[UnspecifiedInput::InvalidOptionValue]);
}
