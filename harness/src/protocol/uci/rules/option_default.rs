//! The default of an option is one of the option's values.
//!
//! A GUI shows the default of an option as its current value, and may send the default back to the engine.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < option name Style type combo default solid var solid var risky
//! < uciok
//! ```
//!
//! The default may be the smallest or the largest value. The default and an announced value may differ in upper and
//! lower case:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Skill Level type spin default 20 min 0 max 20
//! < option name Style type combo default Solid var solid var risky
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type spin default 4 min 16 max 1024
//!                                      ^ the default is not between 16 and 1024
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Ponder type check default on
//!                                         ^^ the default of an option of type `check` must be `true` or `false`
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Style type combo default wild var solid var risky
//!                                        ^^^^ the default is not among the values after `var`
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U20, U31",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_option_defaults",
            "the engine announces no option with a default"
        ));
    }
    let mut sent = view.dialect_notes.sent_commands;
    let mut is_own_default = !sent.option_was_set();
    for entry in &view.entries {
        // After a `setoption`, the next handshake may announce the current value as the default, and the interface may
        // have set a value that is out of range.
        if entry.command() == Some(&Command::Greet) {
            is_own_default = !sent.option_was_set();
        }
        sent.observe_entry(entry);
        let is_judged = is_own_default && !entry.may_be_other_protocol && !entry.is_unterminated;
        let Some(Response::Option(option)) = entry.response().filter(|_| is_judged) else {
            continue;
        };
        let (Some((kind, _)), Some((default, span)), None) =
            (&option.kind, &option.default, &option.grammar_error)
        else {
            continue;
        };
        let culprit = entry.culprit_of_part(span.clone());
        match default_value_error(kind, default, option) {
            Some(why) => out.violates(culprit, why),
            None => out.conforms(entry.at),
        }
    }
}

fn default_value_error(kind: &str, default: &str, option: &OptionLine) -> Option<Message> {
    match kind {
        "check" => (!["true", "false"].contains(&default)).then(|| {
            message!(
                "check_default",
                "the default of an option of type `check` must be `true` or `false`"
            )
        }),
        "spin" => {
            let (Some(min), Some(max)) = (option.min, option.max) else {
                return None;
            };
            let within = default
                .parse::<i64>()
                .is_ok_and(|it| (min..=max).contains(&it));
            (!within).then(|| {
                message!(
                    "spin_default",
                    "the default is not between {min} and {max}",
                    min = min.to_string(),
                    max = max.to_string()
                )
            })
        }
        "combo" => {
            let mut vars = option.combo_values.iter();
            let listed = vars.any(|it| it.eq_ignore_ascii_case(default));
            (!listed).then(|| {
                message!(
                    "combo_default",
                    "the default is not among the values after `var`"
                )
            })
        }
        _ => None,
    }
}
