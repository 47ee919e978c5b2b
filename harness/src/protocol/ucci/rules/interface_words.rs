//! An interface sends only words of UCCI.
//!
//! The specification does not define how an engine treats words of other protocols: one engine may accept `go
//! movetime`, another may search for ever. This rule only reports words that UCCI does not define, and never fails a
//! run.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 5 increment 0
//! < bestmove h2e2
//! ```
//!
//! An empty line has no words, so this rule ignores it:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > hello
//!   ^^^^^ unrecognized command
//! > position startpos
//! > go movetime 500
//!      ^^^^^^^^ unrecognized word
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_words",
    level: Level::May,
    topic: "interface",
    spec: "UCCI T4, G10",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let mut words = Words::new(&entry.line);
        let Some(first) = words.next() else {
            continue;
        };
        let known = vocabulary::COMMAND_WORDS
            .iter()
            .any(|it| it.0.as_bytes() == first.text);
        match command {
            // The rule `interface_commands` judges commands for a new game, such as `uccinewgame`.
            Command::Other if command.begins_new_game(&entry.line) => (),
            Command::Other if !known => out.violates(
                entry.culprit(),
                message!("command_unknown", "unrecognized command"),
            ),
            Command::Go(go) if go.mode == GoMode::UnclearMode => {
                if let Some(strange) = words.find(|it| !vocabulary::is_go_parameter(it)) {
                    out.violates(
                        entry.culprit_of_part(strange.span),
                        message!("word_unknown", "unrecognized word"),
                    );
                }
            }
            _ => out.conforms(entry.at),
        }
    }
}
