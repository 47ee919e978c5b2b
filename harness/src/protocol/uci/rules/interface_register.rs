//! An interface answers `registration error` with `register` before it ends the conversation.
//!
//! An engine that reports `registration error` at its start expects a `register` command, if only `register later`. Some
//! engines play at a lower strength, or not at all, until they receive the command.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration checking
//! < registration error
//! > register later
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! ```
//!
//! The text does not say how soon the command comes:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration error
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > register name A. N. Other code 4359874324
//! > quit
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration error
//! > isready
//! < readyok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//!   ^^^^ the interface never answered `registration error` with `register`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_register",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U93",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_commands;
    for entry in view.entries.iter().filter(|it| !it.may_be_other_protocol) {
        let before = sent;
        sent.observe_entry(entry);
        if before.register_is_owed && entry.is_command_with_word(&[b"register"]) {
            out.conforms(entry.at);
        }
        let quits = matches!(entry.command(), Some(Command::Quit));
        if quits && before.register_is_owed && before.go_was_sent_unregistered {
            out.violates(
                entry.culprit(),
                message!(
                    "register_missing",
                    "the interface never answered `registration error` with `register`"
                ),
            );
        }
    }
}
