//! Every line of the interface ends with a newline.
//!
//! An engine reads lines: it never reads a `quit` without a newline, and the process keeps running.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > quit
//! >! eof
//! ! exit 0
//! ```
//!
//! An interface may write a line in several chunks, and may end it with CR LF:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| isre
//! >| ady\r\n
//! < readyok
//! > quit
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| quit
//!    ^^^^ no newline ends this line
//! >! eof
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_newline",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(closed) = view.input_closed_entry.map(|it| view.entry(it)) else {
        return;
    };
    let Some(half) = &view.unterminated_line else {
        return out.conforms(closed.at);
    };
    // If a command is incomplete, the interface may have failed to write the rest, so only a complete command is judged.
    let whole = match Command::parse(&half.line) {
        Command::Blank | Command::Other | Command::SetOption { .. } => false,
        Command::Position(spec) => {
            spec.base_position == BasePosition::Start && spec.moves.is_some()
        }
        Command::Go(go) => go.is_infinite,
        _ => true,
    };
    if whole && !closed.may_be_other_protocol {
        let why = message!("sent_without_newline", "no newline ends this line");
        out.violates(half.culprit.clone(), why);
    }
}
