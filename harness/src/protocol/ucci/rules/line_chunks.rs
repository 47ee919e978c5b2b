//! A line is a line, however it is cut into writes.
//!
//! What one side writes at once the other may read in pieces, or together with the next line: a pipe
//! keeps no borders.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isrea
//! >| dy\n
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! Two lines in one write:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| position startpos\nposition startpos moves h2e2\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| position startpos\nisready\n
//!                      ^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_chunks",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T2",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::Chunks]);
}
