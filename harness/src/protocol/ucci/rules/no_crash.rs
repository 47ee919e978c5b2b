//! The engine neither dies nor leaves before it is told to.
//!
//! Whatever it was sent, a GUI is left without an opponent, and a game is lost.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! When its input is closed it may go without a word:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! An interface may leave it alone without a word, too; then `SIGPIPE` is how the system ends it:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! = unheard
//! ! signal SIGPIPE
//! ```
//!
//! A signal that is sent from outside accuses nobody:
//!
//! ```inconclusive
//! > ucci
//! < ucciok
//! > position startpos
//! ! signal SIGTERM
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! ! exit 1
//!   ^^^^^^ the process ended (exit status 1), and nobody had said `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/no_crash",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E1, O4",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // What an engine dies of that the text does not provide for has rules of its own.
    let Some(ending) = view.end.as_ref().filter(|_| view.last_straw().is_none()) else {
        return;
    };
    let entry = view.entry(ending.entry);
    let bye = view.quit.as_ref().is_some_and(|it| it.bye.is_some());
    let message = match (&ending.end, &ending.kind) {
        // What happens after `bye` is the affair of `ends_after_bye`.
        (End::Signal(signal), EndKind::Crashed) if !bye => format!("the process died of {signal}"),
        (End::Signal(signal), EndKind::Unclear) if !bye => {
            let why = format!("the process ended by {signal}, which may have come from outside");
            out.doubt(entry.at, why);
            return;
        }
        // What its interface has left alone may end in any way.
        (End::Signal(_), _) => return,
        (End::Exit(status), EndKind::LeftUnasked) => {
            format!("the process ended (exit status {status}), and nobody had said `quit`")
        }
        (End::Eof, EndKind::LeftUnasked) => "the engine closed its output unasked".to_owned(),
        _ => {
            out.conforms(entry.at);
            return;
        }
    };
    out.violates(entry.at, message);
}
