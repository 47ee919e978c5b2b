//! Additional blanks and tabs, between words and at both ends of a line, do no harm.
//!
//! The specification allows any number of blanks between words, and interfaces build lines from parts that may be
//! empty.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >|  position   startpos  moves  e2e4 \n
//! > isready
//! < readyok
//! ```
//!
//! Tabs count as blanks:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| position\tstartpos\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| position\tstartpos\n
//!    ^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_blanks",
    level: Level::Must,
    topic: "robustness",
    spec: "UCI U3",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::ExtraBlanks, UnspecifiedInput::Tabs],
    );
}
