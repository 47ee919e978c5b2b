//! An empty line does no harm.
//!
//! Users press Enter in a terminal, and some interfaces send an empty line between commands.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \n
//! > isready
//! < readyok
//! ```
//!
//! A line that contains only blanks counts as empty:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >|   \n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \n
//!    ^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_empty",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U4",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::EmptyLine]);
}
