//! A line of several thousand characters does no harm.
//!
//! Long lines come from long games, and from users who paste a wrong text.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > {5000*x}
//! > isready
//! < readyok
//! ```
//!
//! The engine may report the long line with `info string`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > {5000*x}
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
//! > {5000*x}
//!   ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_long",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U121",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::LongLine]);
}
