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
    let message = match (&ending.kind, &ending.end) {
        (EndKind::Crashed, End::Signal(signal)) => format!("the process died of {signal}"),
        (EndKind::Unclear, End::Signal(signal)) => {
            let why = format!("the process ended by {signal}, which may have come from outside");
            return out.doubt(ending.at, why);
        }
        // What its interface has left alone may end in any way.
        (_, End::Signal(_)) => return,
        (EndKind::ExitedUnasked, End::Exit(status)) => {
            format!("the process ended (exit status {status}), and nobody had said `quit`")
        }
        (EndKind::ExitedUnasked, _) => "the engine closed its output unasked".to_owned(),
        _ => return out.conforms(ending.at),
    };
    out.violates(ending.at, message);
}
