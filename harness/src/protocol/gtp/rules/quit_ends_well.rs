//! The process does not crash after it has answered `quit`.
//!
//! A crash at the end can lose what the engine was about to store, such as its log, and it hides other defects.
//!
//! ```conforms
//! > quit
//! < =
//! <
//! ! exit 0
//! ```
//!
//! After `quit`, the process may exit with any status:
//!
//! ```conforms
//! > quit
//! < =
//! <
//! ! exit 1
//! ```
//!
//! ```violates
//! > quit
//! < =
//! <
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/quit_ends_well",
    level: Level::Robust,
    topic: "process",
    spec: "GTP G-105",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    if !view.is_quit_answered() {
        return;
    }
    match (&ending.kind, &ending.session_end) {
        (EndKind::Crashed, end) => {
            if let Some(message) = early_end_message(&ending.kind, end, "quit") {
                out.violates(ending.at, message);
            }
        }
        (_, SessionEnd::Exit(_) | SessionEnd::Eof) => out.conforms(ending.at),
        _ => (),
    }
}
