//! An interface sends `isready` and waits for `readyok` before the first search.
//!
//! Some engines load their tables only when they receive `isready`. Without `isready`, an engine
//! that waits for it loads the tables during its first move, while its clock runs.
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
//! One `isready` before the first search is enough for this rule:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > isready
//! < readyok
//! > go depth 1
//! < bestmove e2e4
//! > ucinewgame
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//!   ^^^^^^^^^^ the first search was started before any `readyok` was received
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_isready_first",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U84",
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
            out.require(sent.readyok_received, entry.culprit(), || {
                message!(
                    "no_readyok_before_search",
                    "the first search was started before any `readyok` was received"
                )
            });
        }
    }
}
