//! If a standard option has a default, it is the default of the specification.
//!
//! An interface that does not set an option expects the default of the specification.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < option ponder type check default false
//! < ucciok
//! ```
//!
//! The specification defines only some defaults, and an engine may omit the default:
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default true
//! < option pruning type combo var none var large default none
//! < option debug type check
//! < option batch type check default false
//! < ucciok
//! ```
//!
//! A combo may have another default if its choices do not contain the default of the specification. The rule
//! `option_default` judges a default that does not fit the type of its option:
//!
//! ```conforms
//! > ucci
//! < option idle type combo var off var half default off
//! < option usebook type check default true
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option batch type check default true
//!                                   ^^^^ expected `false`, the specified default of `batch`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_standard_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O12",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_specified_default",
            "the engine announces no default of a standard option"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let fixed = vocabulary::find_standard_option(&option.name).and_then(|it| it.default);
        let possible = match option.kind.as_ref().map(|(kind, _)| kind.as_str()) {
            Some("check") => vec!["true", "false"],
            Some("combo") => option.combo_values.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        // The rule `option_default` judges a default that does not fit the type of its option.
        let fits = |it: &str| possible.is_empty() || possible.contains(&it);
        if let (Some((stated, span)), Some(fixed)) = (&option.default, fixed)
            && fits(stated)
            && fits(fixed)
        {
            out.require(stated == fixed, entry.culprit_of_part(span.clone()), || {
                message!(
                    "standard_default",
                    "expected `{fixed}`, the specified default of `{name}`",
                    fixed,
                    name = &option.name
                )
            });
        }
    }
}
