//! No two options of an engine have names that are equal or differ only in upper and lower case.
//!
//! Case does not matter in names of options, so if two names differ only in case, `setoption` could set either option.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Clear Hash type button
//! < uciok
//! ```
//!
//! In a second handshake, the engine may announce the same options again:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name hash type spin default 16 min 1 max 1024
//!               ^^^^ another option of this handshake is named `Hash`
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_names_differ",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U21",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!("no_options", "the engine announces no options"));
    }
    let mut names: Vec<&str> = Vec::new();
    for (entry, response) in view.complete_responses() {
        match response {
            Response::GreetingAnswer => names.clear(),
            Response::Option(option) if !option.name.is_empty() => {
                let mut before = names.iter();
                let same = before.find(|it| it.eq_ignore_ascii_case(&option.name));
                out.require(
                    same.is_none(),
                    entry.culprit_of_part(option.name_span.clone()),
                    || {
                        message!(
                            "option_name_again",
                            "another option of this handshake is named `{name}`",
                            name = *same.unwrap_or(&"")
                        )
                    },
                );
                names.push(&option.name);
            }
            _ => (),
        }
    }
}
