//! A standard option has the type that the specification defines.
//!
//! Interfaces send values of the specified type without looking at the announced type, for example `setoption name Hash
//! value 64`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < uciok
//! ```
//!
//! Options that the specification does not define may have any type:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Threads type combo default one var one var two
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type combo default 16 var 16 var 32
//!                         ^^^^^ expected the type `spin` for `Hash`, found `combo`
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_standard_type",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U23",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_standard_options",
            "the engine announces no standard options"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let (Some((kind, span)), Some(standard)) =
            (&option.kind, vocabulary::find_standard_option(&option.name))
        else {
            continue;
        };
        // The rule `option_grammar` reports an option type that UCI does not have.
        if !vocabulary::OPTION_TYPES.contains(&kind.as_str()) {
            continue;
        }
        out.require(
            kind == standard.option_type,
            entry.culprit_of_part(span.clone()),
            || {
                message!(
                    "standard_type",
                    "expected the type `{expected}` for `{name}`, found `{kind}`",
                    expected = standard.option_type,
                    name = standard.name,
                    kind
                )
            },
        );
    }
}
