//! A carriage return before the newline does no harm.
//!
//! Interfaces on Windows end their lines with a carriage return and a newline, and so does the emulator of the league.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isready\r\n
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! The engine may also skip a line with a carriage return:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isready\r\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| isready\r\n
//!    ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/line_crlf",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T6, D9",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::CrLf]);
}
