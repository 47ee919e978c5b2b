//! The engine removes control bytes from its input, at every place in a line.
//!
//! A terminal or a bridge between systems adds control bytes such as carriage returns. Control bytes must not change
//! the meaning of a command.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >| 7 na\x01me\n
//! < =7 toy
//! <
//! ```
//!
//! The engine also removes a carriage return in the middle of a line:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >| na\rme\n
//! < = toy
//! <
//! ```
//!
//! An engine may reject an id that is too large, with or without control bytes:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >| 9999999999\x0e name\n
//! < ? unknown command
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! >| na\x01me\n
//! < ? unknown command
//!   ^^^^^^^^^^^^^^^^^ the engine knows the command, but rejects it in this form: `unknown command`
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! >| na\x01me\n
//!    ^^^^^ the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_control",
    level: Level::Must,
    topic: "robustness",
    spec: "GTP G-1",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_unusual_commands(view, out, UnusualCommand::ControlBytes);
    checks::judge_spelling(view, out, Spelling::ControlBytes);
}
