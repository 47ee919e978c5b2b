//! An `option` line is a name, a known type, then `min`, `max`, `var` and `default` in this order.
//!
//! A GUI builds its settings from these lines; what it cannot read, its user cannot set.
//!
//! ```conforms
//! > ucci
//! < option hashsize type spin min 0 max 1024 default 16
//! < option style type combo var solid var normal var risky default normal
//! < ucciok
//! ```
//!
//! All that follows the type may be left out, and a string may be empty:
//!
//! ```conforms
//! > ucci
//! < option bookfiles type string default
//! < option newgame type button
//! < ucciok
//! ```
//!
//! The default of a label or a string is all that follows, whatever words it has:
//!
//! ```conforms
//! > ucci
//! < option about type label default the min engine, max edition, type B
//! < option egtbpaths type string default C:\max var\default type
//! < ucciok
//! ```
//!
//! An idle engine that is asked in another protocol may answer in it:
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
//!                        ^^^^^^ `number` is no option type
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
//! Only free text hides such words:
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
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() {
        out.not_applicable("the engine has no options");
    }
    for (entry, response) in view.own_responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let unknown = option
            .kind
            .as_ref()
            .filter(|(kind, _)| !vocabulary::TYPES.contains(&kind.as_str()));
        if let Some((span, message)) = &option.flaw {
            out.violates(entry.point(span.clone()), message);
        } else if let Some((kind, span)) = unknown {
            out.violates(
                entry.point(span.clone()),
                format!("`{kind}` is no option type"),
            );
        } else {
            out.conforms(entry.at);
        }
    }
}
