//! Every message of an interface ends with a newline.
//!
//! An engine reads lines: it never reads a `quit` without a newline, and the process keeps running.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! >! eof
//! ! exit 0
//! ```
//!
//! An interface may write a message in several chunks:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| isre
//! >| ady\n
//! < readyok
//! > quit
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| quit
//!    ^^^^ no newline ends this line
//! >! eof
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_newline",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI T2",
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
        Command::Position(spec) | Command::Dialect(UcciCommand::Probe(spec)) => {
            spec.base_position == BasePosition::Start && spec.moves.is_some()
        }
        Command::Go(go) => go.mode == GoMode::Infinite,
        Command::Dialect(UcciCommand::BanMoves(_)) => false,
        _ => true,
    }
}
