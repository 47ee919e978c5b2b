//! `ponderhit` to an engine that is not pondering does no harm.
//!
//! `ponderhit` may arrive after the search has ended by itself.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > ponderhit
//! > isready
//! < readyok
//! ```
//!
//! `ponderhit draw` to an idle engine does no harm, too:
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::PonderhitWhileIdle]);
}
