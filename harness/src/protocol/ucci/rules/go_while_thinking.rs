//! A second `go` while thinking does no harm.
//!
//! An engine that starts a second search beside the first has two threads on one board.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go depth 2
//! > isready
//! < readyok
//! ```
//!
//! The second search may be left out altogether, or take the place of the first:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go infinite
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go depth 2
//!   ^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/go_while_thinking",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI ST7",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.outlives(out, &[Oddity::GoWhileThinking]);
}
