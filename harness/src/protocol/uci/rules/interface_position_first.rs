//! An interface sends `position` before the first `go`.
//!
//! The specification does not define the engine's position before the first `position`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! One `position` is enough for several searches:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > go depth 2
//! < bestmove d2d4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > go depth 1
//!   ^^^^^^^^^^ no `position` was sent
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_position_first",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U83",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_commands;
    for entry in &view.entries {
        let before = sent;
        sent.observe_entry(entry);
        if sent.go_was_sent && !before.go_was_sent && view.has_all_commands_since_uci() {
            out.require(sent.position_was_sent, entry.culprit(), || {
                message!("no_position_sent", "no `position` was sent")
            });
        }
    }
}
