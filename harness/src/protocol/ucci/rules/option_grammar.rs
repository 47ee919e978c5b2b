//! An `option` line has a name, a known type, and then `min`, `max`, `var` and `default` in this order.
//!
//! A GUI builds its settings from the `option` lines. If a GUI cannot read an `option` line, the user cannot set this
//! option.
//!
//! ```conforms
//! > ucci
//! < option hashsize type spin min 0 max 1024 default 16
//! < option style type combo var solid var normal var risky default normal
//! < ucciok
//! ```
//!
//! An `option` line may end after the type, and the default of a string may be empty:
//!
//! ```conforms
//! > ucci
//! < option bookfiles type string default
//! < option newgame type button
//! < ucciok
//! ```
//!
//! The default of a label or a string is the whole rest of the line:
//!
//! ```conforms
//! > ucci
//! < option about type label default the min engine, max edition, type B
//! < option egtbpaths type string default C:\max var\default type
//! < ucciok
//! ```
//!
//! An idle engine may answer the handshake of another protocol in that protocol:
//!
//! ```conforms
//! > ucci
//! < option newgame type button
//! < ucciok
//! > uci
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! ```
//!
//! ```violates
//! > ucci
//! < option name hashsize type spin
//!               ^^^^^^^^ unrecognized `hashsize`; expected one of type, min, max, var, default
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option hashsize type number default 16
//!                        ^^^^^^ unrecognized option type `number`
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option threads type spin default 1 min 1 max 8
//!                                      ^^^ `min` is out of order; the order is type, min, max, var, default
//! < option hashsize type spin max 9 min 1
//!                                   ^^^ `min` is out of order; the order is type, min, max, var, default
//! < ucciok
//! ```
//!
//! The words `min`, `max` and `var` are allowed only in the default of a label or a string:
//!
//! ```violates
//! > ucci
//! < option about type label max 3 min 1 default min
//!                                 ^^^ `min` is out of order; the order is type, min, max, var, default
//! < option style type combo var solid risky default solid
//!                                     ^^^^^ unrecognized `risky`; expected one of type, min, max, var, default
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O1, O9",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

pub(super) const NO_OPTIONS_MESSAGE: Message =
    message!("no_options", "the engine announces no options");

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(NO_OPTIONS_MESSAGE);
    }
    for (entry, response) in view.complete_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let unknown = option
            .kind
            .as_ref()
            .filter(|(kind, _)| !vocabulary::OPTION_TYPES.contains(&kind.as_str()));
        if let Some((span, message)) = &option.grammar_error {
            out.violates(entry.culprit_of_part(span.clone()), message.clone());
        } else if let Some((kind, span)) = unknown {
            out.violates(
                entry.culprit_of_part(span.clone()),
                message!(
                    "option_type_unknown",
                    "unrecognized option type `{kind}`",
                    kind
                ),
            );
        } else {
            out.conforms(entry.at);
        }
    }
}
