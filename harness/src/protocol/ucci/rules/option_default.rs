//! A stated default fits the type of its option, and so do the bounds of a spin.
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
//! A string may have any default, a spin need not have bounds, and a combo need not list its choices:
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
//! Another protocol has its own option lines:
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
//!                                     ^^ the default `on` is neither `true` nor `false`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin min 1 max 8 default 0
//!                                                ^ the default `0` is below `min` 1
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option style type combo var solid var risky default wild
//!                                                       ^^^^ the default `wild` is not among the choices
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin min 8 max 1 default 4
//!                                      ^ `min` is 8, and `max` is only 1
//! < option hashsize type spin min 8 max -1
//!                                       ^^ `min` is 8, and `max` is only -1
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O13, O14",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() {
        out.not_applicable("the engine has no defaults");
    }
    for (entry, response) in view.own_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let Some((kind, _)) = &option.kind else {
            continue;
        };
        if let ("spin", Some(min), Some(max)) = (kind.as_str(), option.min, option.max) {
            out.require(min <= max, entry.point(option.max_span.clone()), || {
                format!("`min` is {min}, and `max` is only {max}")
            });
            if min > max {
                continue;
            }
        }
        let Some((default, span)) = &option.default else {
            continue;
        };
        let listed = option.vars.is_empty() || option.vars.contains(default);
        let flaw = match kind.as_str() {
            "check" => check_flaw(default),
            "combo" if !listed => Some("is not among the choices".to_owned()),
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
    let mut words = Words::new(default.as_bytes());
    let Some(number) = words
        .next()
        .and_then(|it| it.int())
        .filter(|_| words.next().is_none())
    else {
        return Some("is no number".to_owned());
    };
    match (min, max) {
        (Some(min), _) if number < min => Some(format!("is below `min` {min}")),
        (_, Some(max)) if number > max => Some(format!("is above `max` {max}")),
        _ => None,
    }
}
