//! A standard option has the type that the text gives it.
//!
//! Interfaces send values of that type without looking, `setoption usemillisec true` first of all.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < option hashsize type spin min 0 max 1024 default 0
//! < option newgame type button
//! < ucciok
//! ```
//!
//! An engine's own options have whatever type they like:
//!
//! ```conforms
//! > ucci
//! < option mood type combo var good var bad default good
//! < option style type combo var solid var normal var risky default normal
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option usemillisec type combo var on var off default on
//!                           ^^^^^ `usemillisec` is a check, not a combo
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option newgame type check default false
//!                       ^^^^^ `newgame` is a button, not a check
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_standard_type",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O6, O8, O11, O18, O19, O20, O21, O22, O23, O24, O25, O26, O27, O28, O29, O30, O31, O32",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() {
        out.not_applicable("the engine has none of the standard options");
    }
    for (entry, response) in view.own_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let (Some((kind, span)), Some(standard)) = (&option.kind, vocabulary::option(&option.name))
        else {
            continue;
        };
        // What is no type at all is the affair of `option_grammar`.
        if !vocabulary::TYPES.contains(&kind.as_str()) {
            continue;
        }
        out.require(kind == standard.kind, entry.point(span.clone()), || {
            let right = standard.kind;
            format!("`{}` is a {right}, not a {kind}", option.name)
        });
    }
}
