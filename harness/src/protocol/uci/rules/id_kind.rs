//! An `id` line is `id name` or `id author`, and each of these lines is sent only once.
//!
//! The specification defines only `name` and `author`, so a GUI may show other `id` lines in the wrong place.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! The engine sends its `id` lines again in a second handshake:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id version 1.0
//!      ^^^^^^^ `id` must be followed by `name` or `author`, not by `version`
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id name Example 64
//!      ^^^^ `id name` occurs twice in one handshake
//! < id author A. N. Author
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/id_kind",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U17, U12",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut seen: Vec<&str> = Vec::new();
    for (entry, response) in view.complete_responses() {
        let id = match response {
            Response::Id(id) => id,
            Response::GreetingAnswer => {
                seen.clear();
                continue;
            }
            _ => continue,
        };
        let known = ["name", "author"].contains(&id.kind.as_str());
        let again = seen.contains(&id.kind.as_str());
        seen.push(&id.kind);
        let culprit = entry.culprit_of_part(id.span.clone());
        if !known {
            let why = message!(
                "id_word_unknown",
                "`id` must be followed by `name` or `author`, not by `{kind}`",
                kind = &id.kind
            );
            out.violates(culprit, why);
        } else if again {
            let why = message!(
                "id_twice",
                "`id {kind}` occurs twice in one handshake",
                kind = &id.kind
            );
            out.violates(culprit, why);
        } else {
            out.conforms(entry.at);
        }
    }
}
