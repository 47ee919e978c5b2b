//! An interface sends `isready` after `ucinewgame`, before the next search.
//!
//! After `ucinewgame` an engine may clear large tables. Without `isready` the engine clears the tables during its first
//! move, while its clock runs.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ucinewgame
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! The `isready` may also come after `position`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ucinewgame
//! > position startpos
//! > isready
//! < readyok
//! > go depth 1
//! < bestmove e2e4
//! > go depth 2
//! < bestmove e2e4
//! > ucinewgame
//! > quit
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > ucinewgame
//! > position startpos
//! > go depth 1
//!   ^^^^^^^^^^ no `isready` since `ucinewgame`
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_newgame_isready",
    level: Level::Should,
    topic: "interface",
    spec: "UCI U101, U96",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_commands;
    for entry in view.entries.iter().filter(|it| !it.may_be_other_protocol) {
        if matches!(entry.command(), Some(Command::Go(_))) {
            let ready = !std::mem::replace(&mut sent.new_game_without_isready, false);
            out.require(ready, entry.culprit(), || {
                message!(
                    "no_isready_after_newgame",
                    "no `isready` since `ucinewgame`"
                )
            });
        }
        sent.observe_entry(entry);
    }
}
