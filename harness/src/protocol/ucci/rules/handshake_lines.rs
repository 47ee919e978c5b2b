//! `id` and `option` lines appear only between `ucci` and `ucciok`.
//!
//! After `ucciok` a GUI reads for results; a late option is never offered to the user.
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < option newgame type button
//! < ucciok
//! ```
//!
//! They may be missing altogether, and a second `ucci` may be answered again:
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < ucciok
//! > ucci
//! < id name Example
//! < ucciok
//! ```
//!
//! A search may have ended before it is said again:
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < ucciok
//! > go depth 1
//! > ucci
//! < bestmove h2e2
//! < id name Example
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < id name Example
//! < ucciok
//! < option newgame type button
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^ an `option` line outside the handshake
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/handshake_lines",
    level: Level::Must,
    topic: "state",
    spec: "UCCI H4, ST2",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() {
        out.not_applicable("the engine has no `id` and `option` lines");
    }
    for (entry, response) in view.responses() {
        let kind = match response {
            Response::Id(_) => "id",
            Response::Option(_) => "option",
            _ => continue,
        };
        View::expects(entry, out, || {
            format!("an `{kind}` line outside the handshake")
        });
    }
}
