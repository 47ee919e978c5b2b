//! An interface sends `position` after `ucinewgame`, before the next search.
//!
//! `ucinewgame` announces a position of another game. The old position stays on the board of some engines, and others
//! set up the start position.
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
//! A second search needs no second `position`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > ucinewgame
//! > isready
//! < readyok
//! > position startpos moves e2e4
//! > go depth 1
//! < bestmove e7e5
//! > go depth 2
//! < bestmove e7e5
//! > ucinewgame
//! > quit
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > ucinewgame
//! > isready
//! < readyok
//! > go depth 1
//!   ^^^^^^^^^^ no `position` since `ucinewgame`
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_newgame_position",
    level: Level::Should,
    topic: "interface",
    spec: "UCI U83, U101",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_commands;
    for entry in view.entries.iter().filter(|it| !it.may_be_other_protocol) {
        let is_go = matches!(entry.command(), Some(Command::Go(_)));
        // The rule `interface_position_first` reports an interface that never sent `position`.
        if is_go
            && sent.position_was_sent
            && let Some(has_position) = sent.position_since_new_game
        {
            out.require(has_position, entry.culprit(), || {
                message!(
                    "no_position_after_newgame",
                    "no `position` since `ucinewgame`"
                )
            });
        }
        sent.observe_entry(entry);
    }
}
