//! In a `GO` of the interface, complete points follow `SEARCH`, and a number follows `TIME`.
//!
//! An engine that cannot read the time loses the game.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 7869 TIME 1000
//! ```
//!
//! A `GO` without a limit is allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME -5
//!           ^^ the value is missing or malformed
//! ```
//!
//! A list has no point twice:
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 787978
//!             ^^^^^^ the value is missing or malformed
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH INFINITE
//!             ^^^^^^^^ the value is missing or malformed
//! ```

use std::collections::BTreeSet;

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_go",
    level: Level::Must,
    topic: "interface",
    spec: "AGI R-10, R-18, C-1, C-7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// Whether a word has whole points of the board, and no point twice (`AGI C-1`, `C-7`).
fn is_list_of_points(list: &[u8]) -> bool {
    let points: BTreeSet<Vec<u8>> = list.chunks(2).map(<[u8]>::to_ascii_uppercase).collect();
    parse_points(list).is_some() && 2 * points.len() == list.len()
}

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        if let Command::Go(go) = command
            && !entry.may_be_other_protocol
        {
            // This rule accepts `TIME INFINITE` (`AGI N-6`), and does not report additional words.
            let mut words = Words::new(&entry.line).skip(1);
            let mut wrong = None;
            while let Some(word) = words.next() {
                let search = is_keyword(&word, "SEARCH");
                if search || is_keyword(&word, "TIME") {
                    let Some(value) = words.next() else {
                        wrong = Some(word.span);
                        break;
                    };
                    let good = match search {
                        true => is_list_of_points(value.text),
                        false => value.parse_uint().is_some() || is_keyword(&value, "INFINITE"),
                    };
                    if !good {
                        wrong = Some(value.span);
                        break;
                    }
                }
            }
            match wrong {
                Some(span) => {
                    let why = message!("go_value_wrong", "the value is missing or malformed");
                    out.violates(entry.culprit_of_part(span), why);
                }
                None if !go.is_malformed => out.conforms(entry.at),
                None => (),
            }
        }
    }
}
