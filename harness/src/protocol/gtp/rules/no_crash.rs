//! The engine neither crashes nor exits before `quit`, even if a command fails.
//!
//! Only `quit` may end a session. If the engine exits before `quit`, the controller loses the game.
//!
//! ```conforms
//! > xyzzy
//! < ? unknown command
//! <
//! > quit
//! < =
//! <
//! ! exit 0
//! ```
//!
//! When its input is closed, the engine may exit without output:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > boardsize 77
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```
//!
//! ```violates
//! > play b z99
//! < ? syntax error
//! <
//! ! exit 1
//!   ^^^^^^ the process exited with status 1, but no `quit` was sent
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_crash",
    level: Level::Must,
    topic: "process",
    spec: "GTP G-76",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    // If the last command was unusual, the rule about this kind of command judges the end of the session.
    if let Some(exchange) = view.fatal_exchange() {
        out.line_left_to_other_rule = Some(exchange.line.culprit().at);
        return;
    }
    match (&ending.kind, &ending.session_end) {
        (EndKind::Crashed, _) if view.is_quit_answered() => (),
        (EndKind::ExternalSignal, SessionEnd::Signal(signal)) => {
            out.add_doubt(ending.at, external_signal_doubt_message(signal));
        }
        (kind, end) => match early_end_message(kind, end, "quit") {
            Some(message) => out.violates(ending.at, message),
            // The engine may end in any way after the interface closed a pipe.
            None if matches!(end, SessionEnd::Signal(_)) => (),
            None => out.conforms(ending.at),
        },
    }
}
