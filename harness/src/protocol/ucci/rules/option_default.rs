//! The default of an option and the bounds of a spin are valid for the option's type.
//!
//! A GUI shows the default of an option as its current value, and may send the default back to the engine.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < option threads type spin min 0 max 8 default 0
//! < option style type combo var solid var risky default risky
//! < ucciok
//! ```
//!
//! A string may have any default, a spin may have no bounds, and a combo may have no choices:
//!
//! ```conforms
//! > ucci
//! < option bookfiles type string default <empty>
//! < option hashsize type spin default 16
//! < option threads type spin min 4 max 4 default +4
//! < option style type combo default solid
//! < ucciok
//! ```
//!
//! This rule does not judge the option lines of another protocol:
//!
//! ```conforms
//! > uci
//! > ucci
//! < id name Both 1.0
//! < option name Style type combo default Solid var Risky
//! < uciok
//! < option style type combo var solid var risky default solid
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option usebook type check default on
//!                                     ^^ expected the default `true` or `false`, found `on`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin min 1 max 8 default 0
//!                                                ^ the default 0 is below `min` 1
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option style type combo var solid var risky default wild
//!                                                       ^^^^ the default `wild` is not one of the choices
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin min 8 max 1 default 4
//!                                      ^ `max` 1 is below `min` 8
//! < option hashsize type spin min 8 max -1
//!                                       ^^ `max` -1 is below `min` 8
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O13, O14",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!("no_defaults", "the engine announces no defaults"));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let Some((kind, _)) = &option.kind else {
            continue;
        };
        if let ("spin", Some(min), Some(max)) = (kind.as_str(), option.min, option.max) {
            out.require(
                min <= max,
                entry.culprit_of_part(option.max_span.clone()),
                || {
                    message!(
                        "max_below_min",
                        "`max` {max} is below `min` {min}",
                        max = max.to_string(),
                        min = min.to_string()
                    )
                },
            );
            if min > max {
                continue;
            }
        }
        let Some((default, span)) = &option.default else {
            continue;
        };
        let listed = option.combo_values.is_empty() || option.combo_values.contains(default);
        let flaw = match kind.as_str() {
            "check" => default_error_of_check_option(default),
            "combo" if !listed => Some(message!(
                "default_not_a_choice",
                "the default `{default}` is not one of the choices",
                default
            )),
            "spin" => default_error_of_spin_option(default, option.min, option.max),
            _ => None,
        };
        match flaw {
            Some(message) => out.violates(entry.culprit_of_part(span.clone()), message),
            None => out.conforms(entry.at),
        }
    }
}

fn default_error_of_check_option(default: &str) -> Option<Message> {
    let fits = ["true", "false"].contains(&default);
    (!fits).then(|| {
        message!(
            "default_not_boolean",
            "expected the default `true` or `false`, found `{default}`",
            default
        )
    })
}

fn default_error_of_spin_option(
    default: &str,
    min: Option<i64>,
    max: Option<i64>,
) -> Option<Message> {
    let mut words = Words::new(default.as_bytes());
    let Some(number) = words
        .next()
        .and_then(|it| it.parse_int())
        .filter(|_| words.next().is_none())
    else {
        return Some(message!(
            "default_not_a_number",
            "expected a number as the default, found `{default}`",
            default
        ));
    };
    match (min, max) {
        (Some(min), _) if number < min => Some(message!(
            "default_below_min",
            "the default {number} is below `min` {min}",
            number = number.to_string(),
            min = min.to_string()
        )),
        (_, Some(max)) if number > max => Some(message!(
            "default_above_max",
            "the default {number} is above `max` {max}",
            number = number.to_string(),
            max = max.to_string()
        )),
        _ => None,
    }
}
