//! A control character does no harm.
//!
//! A broken pipe or a wrong encoding may put control characters into a line.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| position \0startpos\n
//! > isready
//! < readyok
//! ```
//!
//! The engine may report the control character with `info string`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \x1b[A\n
//! < info string unknown command
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \0\n
//!    ^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_control",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U4",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ControlCharacter]);
}
