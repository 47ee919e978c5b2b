//! A stated default fits the type of its option.
//!
//! A GUI shows the default as the value in force, and may send it back.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < option threads type spin min 0 max 8 default 0
//! < option style type combo var solid var risky default risky
//! < ucciok
//! ```
//!
//! A string may have any default, and a spin need not have bounds:
//!
//! ```conforms
//! > ucci
//! < option bookfiles type string default <empty>
//! < option hashsize type spin default 16
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option usebook type check default on
//!                                     ^^ the default `on` is neither `true` nor `false`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin min 1 max 8 default 0
//!                                                ^ the default `0` is outside 1 to 8
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option style type combo var solid var risky default wild
//!                                                       ^^^^ the default `wild` is not among the choices
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O13, O14",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_shaken_hands() {
        out.not_applicable("the engine has no defaults");
    }
    for (entry, response) in view.responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let (Some((kind, _)), Some((default, span))) = (&option.kind, &option.default) else {
            continue;
        };
        let flaw = match kind.as_str() {
            "check" => check_flaw(default),
            "combo" if !option.vars.contains(default) => {
                Some("is not among the choices".to_owned())
            }
            "spin" => spin_flaw(default, option.min, option.max),
            _ => None,
        };
        out.require(flaw.is_none(), entry.point(span.clone()), || {
            format!("the default `{default}` {}", flaw.unwrap_or_default())
        });
    }
}

fn check_flaw(default: &str) -> Option<String> {
    let fits = ["true", "false"].contains(&default);
    (!fits).then(|| "is neither `true` nor `false`".to_owned())
}

fn spin_flaw(default: &str, min: Option<i64>, max: Option<i64>) -> Option<String> {
    let Ok(number) = default.parse::<i64>() else {
        return Some("is no number".to_owned());
    };
    let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
    let fits = (min..=max).contains(&number);
    (!fits).then(|| format!("is outside {min} to {max}"))
}
