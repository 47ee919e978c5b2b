//! `setoption` without a name does no harm.
//!
//! Users type `setoption` without a name in a terminal, and interfaces for other protocols send `setoption` without the
//! word `name`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption
//! > isready
//! < readyok
//! ```
//!
//! `setoption` with an option's name, but without the word `name`, does no harm, either:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption Hash 64
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
//! > setoption
//!   ^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_nameless",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U34",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::OptionWithoutName,
        )],
    );
}
