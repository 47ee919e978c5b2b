//! A standard option has the type that the specification defines.
//!
//! Interfaces send values of the specified type without looking at the announced type, for example `setoption
//! usemillisec true`.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < option hashsize type spin min 0 max 1024 default 0
//! < option newgame type button
//! < ucciok
//! ```
//!
//! Options that the specification does not define may have any type:
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
//!                           ^^^^^ expected the type `check` for `usemillisec`, found `combo`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option newgame type check default false
//!                       ^^^^^ expected the type `button` for `newgame`, found `check`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_standard_type",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O6, O8, O11, O18, O19, O20, O21, O22, O23, O24, O25, O26, O27, O28, O29, O30, O31, O32",
    measures: Measurement::Nothing,
    since: "0.1.0",
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
        // The rule `option_grammar` judges an unrecognized type.
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
                    name = &option.name,
                    kind
                )
            },
        );
    }
}
