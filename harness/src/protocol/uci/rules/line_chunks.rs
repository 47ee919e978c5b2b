//! A line that comes in pieces, and several lines at once, do no harm.
//!
//! A pipe keeps no boundaries of messages.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| ucinew
//! >| game\n
//! > isready
//! < readyok
//! ```
//!
//! Several lines in one write:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| ucinewgame\nposition startpos\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| ucinewgame\nposition startpos\n
//!               ^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_chunks",
    level: Level::Must,
    topic: "robustness",
    spec: "UCI U1",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ChunkedLine]);
}
