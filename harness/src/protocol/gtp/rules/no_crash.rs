//! The engine neither crashes nor exits before `quit`, even if a command fails.
//!
//! Only `quit` may end a session. If the engine exits earlier, the controller loses the game.
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
//! The engine may exit without output when its input is closed:
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
//!   ^^^^^^^^^^^^^^ the process crashed (SIGSEGV)
//! ```
//!
//! ```violates
//! > play b z99
//! < ? syntax error
//! <
//! ! exit 1
//!   ^^^^^^ the process exited (status 1) without a `quit`
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
    let message = match (&ending.kind, &ending.session_end) {
        (EndKind::Crashed, SessionEnd::Signal(signal)) => {
            message!("gtp_crashed", "the process crashed ({signal})", signal)
        }
        (EndKind::ExternalSignal, SessionEnd::Signal(signal)) => {
            let why = message!(
                "gtp_signal_from_outside",
                "the process was ended by {signal}, which may have been sent from outside",
                signal
            );
            return out.add_doubt(ending.at, why);
        }
        // The engine may end in any way after the interface closed a pipe.
        (_, SessionEnd::Signal(_)) => return,
        (EndKind::ExitedWithoutQuit, SessionEnd::Exit(status)) => {
            message!(
                "gtp_exited",
                "the process exited (status {status}) without a `quit`",
                status = status.to_string()
            )
        }
        (EndKind::ExitedWithoutQuit, _) => message!(
            "gtp_output_closed",
            "the engine closed its output without a `quit`"
        ),
        _ => return out.conforms(ending.at),
    };
    out.violates(ending.at, message);
}
