//! An empty line does no harm.
//!
//! An additional newline is the most common error of interfaces.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >
//! > isready
//! < readyok
//! ```
//!
//! A line that contains only blanks counts as empty:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >|    \n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >
//!   ^ after this line the process exited with status 0
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_empty",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::EmptyLine]);
}
