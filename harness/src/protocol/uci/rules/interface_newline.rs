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
    checks::check_interface_newline(view, is_complete, out);
}

fn is_complete(command: &Command) -> bool {
    match command {
        Command::Blank | Command::Other | Command::SetOption { .. } => false,
        Command::Position(spec) => {
            spec.base_position == BasePosition::Start && spec.moves.is_some()
        }
        Command::Go(go) => go.is_infinite,
        _ => true,
    }
}
