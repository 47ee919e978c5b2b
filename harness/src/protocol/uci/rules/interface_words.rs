//! An interface sends only words that UCI has, in lower case.
//!
//! An engine ignores a word that it does not know. So the engine searches without the limit that the word was meant for,
//! or does not answer.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go movetime 100 searchmoves e2e4
//! < bestmove e2e4
//! ```
//!
//! An unknown command may be an extension that the interface and the engine share:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > eval
//! > position startpos
//! > go btime 60000 wtime 60000
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go wtime 60000 btime 60000 time 5
//!                              ^^^^ `time` is no parameter of `go`
//! < bestmove e2e4
//! > go infinite;
//!      ^^^^^^^^^ `infinite;` is no parameter of `go`
//! > stop
//! < bestmove e2e4
//! > GO depth 2
//!   ^^ `GO` is no command; the commands of UCI are in lower case
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_words",
    level: Level::Should,
    topic: "interface",
    spec: "UCI D3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        match command {
            // The rule `interface_commands` judges the numbers.
            Command::Go(go) => match go.flaw.clone().filter(|_| !go.is_flaw_in_number) {
                Some(flaw) if view.is_move_of_other_game(entry, flaw.clone()) => (),
                Some(flaw) => {
                    let word = entry.line.get(flaw.clone()).unwrap_or_default();
                    let word = String::from_utf8_lossy(word).into_owned();
                    out.violates(
                        entry.culprit_of_part(flaw),
                        message!("go_word_unknown", "`{word}` is no parameter of `go`", word),
                    );
                }
                None => out.conforms(entry.at),
            },
            Command::Other => {
                let Some(first) = Words::new(&entry.line).next() else {
                    continue;
                };
                let lower = first.text.to_ascii_lowercase();
                let is_command = vocabulary::COMMAND_WORDS
                    .iter()
                    .any(|it| it.0.as_bytes() == lower);
                if is_command && lower != first.text {
                    let word = String::from_utf8_lossy(first.text).into_owned();
                    out.violates(
                        entry.culprit_of_part(first.span),
                        message!(
                            "command_in_capitals",
                            "`{word}` is no command; the commands of UCI are in lower case",
                            word
                        ),
                    );
                }
            }
            _ => (),
        }
    }
}
