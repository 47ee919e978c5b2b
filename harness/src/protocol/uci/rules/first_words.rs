//! Every line of the engine begins with a word of the protocol.
//!
//! A GUI skips unknown words, and may recognize a message in the rest of the line.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < info string no book found
//! < readyok
//! ```
//!
//! The engine may send a banner at its start, and empty lines at any time:
//!
//! ```conforms
//! > uci
//! < Example 1.0 by A. N. Author
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! <| \n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > hello
//! < Unknown command: hello
//!   ^^^^^^^ unrecognized first word `Unknown`; expected one of id, uciok, readyok, bestmove, copyprotection, registration, info, option
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/first_words",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U12",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // An engine may send a banner before its first message of the protocol.
    let mut greeted = view.greeted_before;
    for (entry, response) in view.complete_responses() {
        greeted |= !matches!(response, Response::Blank | Response::Other);
        match response {
            Response::Blank => (),
            Response::Other if !greeted => (),
            Response::Other => {
                let Some(word) = Words::new(&entry.line).next() else {
                    continue;
                };
                let why = message!(
                    "first_word_unknown",
                    "unrecognized first word `{word}`; expected one of id, uciok, readyok, bestmove, copyprotection, registration, info, option",
                    word = word.to_text()
                );
                out.violates(entry.culprit_of_part(word.span), why);
            }
            _ => out.conforms(entry.at),
        }
    }
}
