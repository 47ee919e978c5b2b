//! A `position`, a `setoption` or a `ucinewgame` during a search does no harm.
//!
//! An interface with a bug may send `position`, `setoption` or `ucinewgame` during a search.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > setoption name Hash value 32
//! > isready
//! < readyok
//! ```
//!
//! The engine may end the search when it receives such a command, for example `ucinewgame`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > ucinewgame
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > position startpos
//!   ^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/command_while_thinking",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U113, U46",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::CommandWhileThinking]);
}
