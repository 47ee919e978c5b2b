//! The engine survives control characters, bytes outside of ASCII, and long lines.
//!
//! A name that a user types into a GUI may contain any character.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > 五子棋
//! > ISREADY
//! < READYOK
//! ```
//!
//! A line that the interface sends in two writes is understood:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISR
//! >| EADY\n
//! < READYOK
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > 五子棋
//!   ^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/line_bytes",
    level: Level::Robust,
    topic: "robustness",
    spec: "AGI X-5, X-8",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[
            UnspecifiedInput::ControlCharacter,
            UnspecifiedInput::NonAscii,
            UnspecifiedInput::LongLine,
            UnspecifiedInput::ChunkedLine,
        ],
    );
}
