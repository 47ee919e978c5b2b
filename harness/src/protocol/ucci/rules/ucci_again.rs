//! A second `ucci` does no harm.
//!
//! Some interfaces send `ucci` before every new game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > ucci
//! > isready
//! < readyok
//! ```
//!
//! The engine may answer the second `ucci` with another handshake:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > ucci
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > ucci
//!   ^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ucci_again",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI H7",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::SecondGreeting]);
}
