//! A standard option has the default that the text gives it, if it states any.
//!
//! An interface that does not mention an option counts on what the text says it is.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < option ponder type check default false
//! < ucciok
//! ```
//!
//! Only some defaults are fixed, and none has to be stated:
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
//! ```violates
//! > ucci
//! < option batch type check default true
//!                                   ^^^^ the default of `batch` is `false`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_standard_default",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O12",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_shaken_hands() {
        out.not_applicable("the engine states no default that the text fixes");
    }
    for (entry, response) in view.responses() {
        let Response::Option(option) = response else {
            continue;
        };
        let fixed = vocabulary::option(&option.name).and_then(|it| it.default);
        // A default of another type is the affair of `option_default`.
        if let (Some((stated, span)), Some(fixed)) = (&option.default, fixed) {
            out.require(stated == fixed, entry.point(span.clone()), || {
                format!("the default of `{}` is `{fixed}`", option.name)
            });
        }
    }
}
