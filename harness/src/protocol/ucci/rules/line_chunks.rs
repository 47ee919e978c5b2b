//! A line in several chunks does no harm, and two lines in one chunk do no harm.
//!
//! A pipe may split or join the chunks that were written: the engine may read a line in several parts, or together with
//! the next line.
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
//! Two lines may arrive in one chunk:
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ChunkedLine]);
}
