//! Control bytes do no harm.
//!
//! A NUL byte ends a string in C. After a NUL byte the engine may lose the rest of the line, but
//! not the next line.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isr\x00eady\n
//! > isready
//! < readyok
//! ```
//!
//! The engine may read the bytes before the NUL byte as the whole line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isready\x00\n
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| isr\x00eady\n
//!    ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_control",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ControlCharacter]);
}
