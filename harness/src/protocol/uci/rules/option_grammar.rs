//! An `option` line has a name, one of the five types, and every part that the type requires.
//!
//! A GUI builds its settings from the `option` lines. If a GUI cannot read an `option` line, the user cannot set this
//! option.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < option name Playing Style type combo default very solid var very solid var risky
//! < option name Clear Hash type button
//! < option name Book File type string default <empty>
//! < uciok
//! ```
//!
//! The parts of an `option` line after the type may have any order. The default of a `string` may be empty or missing:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin max 1024 min 1 default 16
//! < option name Style type combo var solid var risky default solid
//! < option name Log File type string default
//! < option name Book File type string
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type slider default 16 min 1 max 1024
//!                         ^^^^^^ unrecognized type `slider`; expected one of check, spin, combo, button, string
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type spin default 16 max 1024
//!          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ an option of type `spin` needs `min` and `max`
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < option name Hash type spin default 16 min 1 max many
//!                                                   ^^^^ `many` is not a number
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U20, U22",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!("no_options", "the engine announces no options"));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        if let Some((span, why)) = &option.grammar_error {
            out.violates(entry.culprit_of_part(span.clone()), why.clone());
            continue;
        }
        let Some((kind, span)) = &option.kind else {
            continue;
        };
        let known = vocabulary::OPTION_TYPES.contains(&kind.as_str());
        let whole = option.name_span.start.saturating_sub(5)..entry.line.trim_ascii_end().len();
        if !known {
            let why = message!(
                "option_type_unexpected",
                "unrecognized type `{kind}`; expected one of check, spin, combo, button, string",
                kind
            );
            out.violates(entry.culprit_of_part(span.clone()), why);
        } else if let Some(why) = option_parts_error(option) {
            out.violates(entry.culprit_of_part(whole), why);
        } else {
            out.conforms(entry.at);
        }
    }
}

/// Returns an error if the `option` line lacks a part that its type requires, or has a part that its type excludes.
fn option_parts_error(option: &OptionLine) -> Option<Message> {
    let kind = option.kind.as_ref().map_or("", |(kind, _)| kind.as_str());
    let bounds = option.min.is_some() || option.max.is_some();
    let vars = !option.combo_values.is_empty();
    match kind {
        // If a `string` has no default, its default counts as empty (`UCI A12`).
        "check" | "spin" | "combo" if option.default.is_none() => Some(message!(
            "default_missing",
            "an option of type `{kind}` needs a `default`",
            kind
        )),
        "spin" if option.min.is_none() || option.max.is_none() => Some(message!(
            "spin_bounds",
            "an option of type `spin` needs `min` and `max`"
        )),
        "combo" if !vars => Some(message!(
            "combo_vars",
            "an option of type `combo` needs at least one `var`"
        )),
        "button" if bounds || vars || option.default.is_some() => Some(message!(
            "button_bare",
            "an option of type `button` has no `default`, `min`, `max` or `var`"
        )),
        "check" | "string" if bounds || vars => Some(message!(
            "bounds_not_here",
            "an option of type `{kind}` has no `min`, `max` or `var`",
            kind
        )),
        _ => None,
    }
}
