//! `ponderhit` to an engine that is not pondering does no harm.
//!
//! The hit and the end of the search can cross.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > ponderhit
//! > isready
//! < readyok
//! ```
//!
//! The same with a draw offer:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! > ponderhit draw
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > ponderhit
//!   ^^^^^^^^^ after this line the process exited with status 1
//! ! exit 1
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponderhit_idle",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI G10",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::PonderhitWhileIdle]);
}
