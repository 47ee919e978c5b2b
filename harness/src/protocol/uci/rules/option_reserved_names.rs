//! The engine has no options of its own whose names begin with `UCI_`.
//!
//! UCI reserves option names that begin with `UCI_`. A GUI does not show an unknown option whose name begins with
//! `UCI_`, so the user cannot set the option.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < option name Uci Book type check default false
//! < uciok
//! ```
//!
//! Some common options are allowed, although the specification does not define them:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_ShowWDL type check default false
//! < option name UCI_Variant type combo default chess var chess var atomic
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Contempt type spin default 0 min -100 max 100
//!               ^^^^^^^^^^^^ names that begin with `UCI_` are reserved, and the protocol has no `UCI_Contempt`
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_reserved_names",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U98",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_reserved_names",
            "the engine has no option whose name begins with `UCI_`"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        if !option.name.starts_with("UCI_") {
            continue;
        }
        let culprit = entry.culprit_of_part(option.name_span.clone());
        out.require(
            vocabulary::is_standard_or_common_option(&option.name),
            culprit,
            || {
                message!(
                    "option_name_reserved",
                    "names that begin with `UCI_` are reserved, and the protocol has no `{name}`",
                    name = &option.name
                )
            },
        );
    }
}
