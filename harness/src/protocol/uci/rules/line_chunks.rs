//! A line in several chunks does no harm, and several lines in one chunk do no harm.
//!
//! A pipe may split or join the chunks that were written, so the engine may read a part of a line, or several lines at
//! once.
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
//! Several lines may arrive at the engine in one chunk:
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
