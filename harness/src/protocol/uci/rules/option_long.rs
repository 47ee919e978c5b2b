//! A value of more than 1,000 characters does no harm.
//!
//! The value of an option may be a long list of paths to endgame tables.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Path value {1200*x}
//! > isready
//! < readyok
//! ```
//!
//! The engine may report the long value with `info string`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Path value {1200*x}
//! < info string too long
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
//! > setoption name Path value {1200*x}
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_long",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U33, U121",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::LongOption]);
}
