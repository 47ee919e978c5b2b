//! An `id` line has one of the kinds `name`, `copyright`, `author` and `user`.
//!
//! The specification lists only `name`, `copyright`, `author` and `user`, and a GUI ignores other
//! kinds.
//!
//! ```conforms
//! > ucci
//! < id name Example 1.0
//! < id copyright 2026 nobody
//! < id author Nobody
//! < id user Everybody
//! < ucciok
//! ```
//!
//! Two `id` lines may have the same kind, for example for two authors:
//!
//! ```conforms
//! > ucci
//! < id author One
//! < id author Two
//! < ucciok
//! ```
//!
//! The engine may answer the handshake of another protocol in that protocol:
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < ucciok
//! > uci
//! < id elo 2800
//! < uciok
//! ```
//!
//! ```violates
//! > ucci
//! < id elo 2800
//!      ^^^ expected one of name, copyright, author, user; found `elo`
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/id_kind",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI H6",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

const ID_KINDS: [&str; 4] = ["name", "copyright", "author", "user"];

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!("no_id_lines", "the engine sends no `id` lines"));
    }
    for (entry, response) in view.complete_responses() {
        if let Response::Id(id) = response {
            let known = ID_KINDS.contains(&id.kind.as_str());
            out.require(known, entry.culprit_of_part(id.span.clone()), || {
                message!(
                    "id_kind_unknown",
                    "expected one of name, copyright, author, user; found `{kind}`",
                    kind = &id.kind
                )
            });
        }
    }
}
