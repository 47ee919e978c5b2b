//! The name of an option is one word of lower-case letters.
//!
//! Interfaces set options by name, and compare every letter of the name.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default true
//! < ucciok
//! ```
//!
//! The option may have a name that the specification does not define:
//!
//! ```conforms
//! > ucci
//! < option contempt type spin min 0 max 9 default 0
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option Hash type spin min 1 max 64 default 16
//!          ^^^^ expected only lower-case letters, found `Hash`
//! < ucciok
//! ```

use super::{super::prelude::*, option_grammar::NO_OPTIONS_MESSAGE};

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/option_name",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI O7",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(NO_OPTIONS_MESSAGE);
    }
    for (entry, response) in view.complete_responses() {
        if let Response::Option(option) = response {
            let plain = option.name.bytes().all(|it| it.is_ascii_lowercase());
            out.require(
                plain,
                entry.culprit_of_part(option.name_span.clone()),
                || {
                    message!(
                        "option_name",
                        "expected only lower-case letters, found `{name}`",
                        name = &option.name
                    )
                },
            );
        }
    }
}
