//! The engine understands several blanks, tabs, and blanks at both ends of a line.
//!
//! A human who types commands sends additional blanks.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISREADY \n
//! < READYOK
//! ```
//!
//! Tabs:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| \tGO  INFINITE\n
//! > STOP
//! < BESTMOVE 78
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISREADY \n
//!    ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/line_blanks",
    level: Level::Must,
    topic: "robustness",
    spec: "AGI X-2",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::Tabs, UnspecifiedInput::ExtraBlanks],
    );
}
