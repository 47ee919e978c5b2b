//! `setoption` with an option that the engine did not announce does no harm.
//!
//! Some interfaces set `Ponder`, `UCI_Opponent` and other options without checking the engine's options.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Ponder value true
//! > isready
//! < readyok
//! ```
//!
//! The engine may report the unknown option with `info string`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Style value wild
//! < info string no such option
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
//! > setoption name Style value wild
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_unknown",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U34, U120",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::UnknownOption,
        )],
    );
}
