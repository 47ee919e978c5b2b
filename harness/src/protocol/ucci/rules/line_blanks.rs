//! Additional blanks between words do no harm.
//!
//! Interfaces build lines from parts, and some parts may be empty, so that two blanks follow each other.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >|  position   startpos  \n
//! > isready
//! < readyok
//! ```
//!
//! The engine may parse a line with additional blanks in any way:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| go depth 1 \n
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >|  position   startpos  \n
//!    ^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_blanks",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ExtraBlanks]);
}
