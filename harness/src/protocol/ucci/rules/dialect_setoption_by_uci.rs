//! `setoption` in the syntax of UCI does no harm.
//!
//! In `setoption`, the cchess library for Python sends the words `name` and `value`, TCHESS sends option names of UCI,
//! and old clients send `on` and `off`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption name hashsize value 16
//! > isready
//! < readyok
//! ```
//!
//! An option name with capital letters is a name of UCI, so it counts as unannounced:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption Threads 1
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > setoption name hashsize value 16
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process exited with status 1
//! ! exit 1
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_setoption_by_uci",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D6",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::UciSetOption,
        )],
    );
}
