//! A command that is invalid during a search does no harm.
//!
//! An interface with a bug may send `position` during a search.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > position startpos moves h2e2
//! > isready
//! < readyok
//! ```
//!
//! `setoption` and `banmoves` during a search do no harm, too:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > setoption newgame
//! > isready
//! < readyok
//! > banmoves h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > position startpos moves h2e2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/command_while_thinking",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI ST7",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::CommandWhileThinking]);
}
