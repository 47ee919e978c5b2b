//! The interface can set every announced option to each of its values.
//!
//! An interface shows the announced values of an option, and the user chooses one value.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Hash value 64
//! > isready
//! < readyok
//! ```
//!
//! In `setoption`, the case of the option's name does not matter:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name hash value 64
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
//! > setoption name Hash value 64
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_set",
    level: Level::Must,
    topic: "robustness",
    spec: "UCI U30, U31, U33",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() && view.announced_options.is_empty() {
        out.not_applicable(message!("no_options", "the engine announces no options"));
    }
    view.check_survival(out, &[UnspecifiedInput::ValidOptionValue]);
}
