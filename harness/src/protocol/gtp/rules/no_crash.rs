//! The engine neither dies nor leaves before it is told to, whatever command fails.
//!
//! Only `quit` ends a session: a controller is left without an opponent, and a game is lost.
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
//! When its input is closed it may go without a word:
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
//!   ^^^^^^ the process ended (exit status 1), and nobody had said `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_crash",
    level: Level::Must,
    topic: "process",
    spec: "GTP G-76",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    let message = match (&ending.manner, &ending.end) {
        (Manner::Died, End::Signal(signal)) => format!("the process died of {signal}"),
        (Manner::Died, End::Exit(status)) => {
            format!("the process ended (exit status {status}), and nobody had said `quit`")
        }
        (Manner::Died, _) => "the engine closed its output unasked".to_owned(),
        (Manner::Orderly | Manner::Hung(_), _) => return out.conforms(ending.at),
    };
    out.violates(ending.at, message);
}
