//! `ponderhit` to an idle engine does no harm.
//!
//! `ponderhit` may arrive after the search has ended.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ponderhit
//! > isready
//! < readyok
//! ```
//!
//! Several `ponderhit` to an idle engine do no harm, either:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ponderhit
//! > ponderhit
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ponderhit
//!   ^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/ponderhit_idle",
    level: Level::Must,
    topic: "robustness",
    spec: "UCI U5",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::PonderhitWhileIdle]);
}
