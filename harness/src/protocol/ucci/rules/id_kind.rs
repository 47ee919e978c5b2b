//! An `id` line names one of `name`, `copyright`, `author` or `user`.
//!
//! The text lists these four; a GUI that shows the engine's data has no place for others.
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
//! The same kind twice, for two authors, is as good:
//!
//! ```conforms
//! > ucci
//! < id author One
//! < id author Two
//! < ucciok
//! ```
//!
//! An engine that is asked in another protocol may name itself in it:
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
//!      ^^^ `elo` is not among name, copyright, author and user
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/id_kind",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI H6",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

const KINDS: [&str; 4] = ["name", "copyright", "author", "user"];

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() {
        out.not_applicable("the engine has no `id` lines");
    }
    for (entry, response) in view.own_responses() {
        if let Response::Id(id) = response {
            let known = KINDS.contains(&id.kind.as_str());
            out.require(known, entry.point(id.span.clone()), || {
                format!(
                    "`{}` is not among name, copyright, author and user",
                    id.kind
                )
            });
        }
    }
}
