//! A tab between words does no harm.
//!
//! Users type tabs, and pasted scripts may contain tabs.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| position\tstartpos\n
//! > isready
//! < readyok
//! ```
//!
//! The engine may parse a line with tabs in any way:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| position startpos\tmoves h2e2\n
//! >| go\tdepth\t1\n
//! < bestmove h9g7
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| position\tstartpos\n
//!    ^^^^^^^^^^^^^^^^^ after this line the process exited with status 1
//! ! exit 1
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_tab",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::Tabs]);
}
