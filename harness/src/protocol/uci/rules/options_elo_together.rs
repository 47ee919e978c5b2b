//! The engine announces either both `UCI_LimitStrength` and `UCI_Elo`, or neither.
//!
//! A GUI needs both options to limit the strength of the engine, because `UCI_LimitStrength` turns the limit on, and
//! `UCI_Elo` sets the limit.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_LimitStrength type check default false
//! < option name UCI_Elo type spin default 1500 min 1000 max 2800
//! < uciok
//! ```
//!
//! The engine may have another option about its strength, such as `Elo`. The case of option names does not matter:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Elo type spin default 2800 min 1000 max 2800
//! < option name uci_elo type spin default 1500 min 1000 max 2800
//! < option name UCI_LIMITSTRENGTH type check default false
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Elo type spin default 1500 min 1000 max 2800
//!               ^^^^^^^ the engine has the option `UCI_Elo`, but not the option `UCI_LimitStrength`
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/options_elo_together",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U99",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

const LIMIT_OPTION_NAME: &str = "UCI_LimitStrength";
const ELO_OPTION_NAME: &str = "UCI_Elo";

fn check(view: &View, out: &mut Findings) {
    if !view.is_handshake_done() {
        return;
    }
    out.not_applicable(message!(
        "strength_not_limited",
        "the engine offers neither `UCI_LimitStrength` nor `UCI_Elo`"
    ));
    let offers = |name: &str| {
        let mut all = view
            .announced_options
            .iter()
            .chain(&view.reannounced_options);
        all.any(|it| it.eq_ignore_ascii_case(name))
    };
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let is = |it: &str| option.name.eq_ignore_ascii_case(it);
        let (name, other) = match (is(LIMIT_OPTION_NAME), is(ELO_OPTION_NAME)) {
            (true, _) => (LIMIT_OPTION_NAME, ELO_OPTION_NAME),
            (_, true) => (ELO_OPTION_NAME, LIMIT_OPTION_NAME),
            _ => continue,
        };
        let culprit = entry.culprit_of_part(option.name_span.clone());
        out.require(offers(other), culprit, || {
            message!(
                "option_without_other",
                "the engine has the option `{name}`, but not the option `{other}`",
                name,
                other
            )
        });
    }
}
