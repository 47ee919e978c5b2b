//! Blanks and tabs between words, and at the ends of a line, do no harm.
//!
//! Interfaces put them there, and the specification allows any number.
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
//! Tabs are blanks, too:
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
