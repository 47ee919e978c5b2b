//! An interface that sets the option `Hash` sets it before every other option.
//!
//! An engine may allocate its tables when the first option is set, and must then allocate the tables again for `Hash`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < uciok
//! > setoption name Hash value 32
//! > setoption name Ponder value true
//! ```
//!
//! After `Hash` was set first, the interface may set `Hash` again later:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < uciok
//! > setoption name hash value 32
//! > setoption name Ponder value true
//! > setoption name Hash value 64
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < uciok
//! > setoption name Ponder value true
//! > setoption name Hash value 32
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ another option was set before `Hash`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_hash_first",
    level: Level::Should,
    topic: "interface",
    spec: "UCI U88",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_commands;
    for entry in &view.entries {
        let before = sent;
        sent.observe_entry(entry);
        if sent.hash_was_set && !before.hash_was_set && view.has_all_commands_since_uci() {
            out.require(!before.other_option_was_set, entry.culprit(), || {
                message!("option_before_hash", "another option was set before `Hash`")
            });
        }
    }
}
