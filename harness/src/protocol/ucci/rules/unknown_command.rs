//! An unknown command does no harm.
//!
//! Interfaces send commands of other protocols and of later versions of the protocol.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > hello engine
//! > isready
//! < readyok
//! ```
//!
//! The engine may send any line about the unknown command:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop now
//! < what do you mean by that?
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > hello engine
//!   ^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/unknown_command",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::UnknownCommand]);
}
