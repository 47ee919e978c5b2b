//! `uccinewgame` and `newgame` as commands do no harm.
//!
//! UCCI has neither `uccinewgame` nor `newgame` as a command, but UCI2WB, QBoard and Sylvan send
//! them at the start of a game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > uccinewgame
//! > isready
//! < readyok
//! ```
//!
//! `newgame` does no harm, too:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > newgame
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > uccinewgame
//!   ^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_newgame",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D2",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::NewGame,
        )],
    );
}
