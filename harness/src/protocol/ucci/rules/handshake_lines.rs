//! `id` and `option` lines are sent only between `ucci` and `ucciok`.
//!
//! After `ucciok` a GUI reads only results; it does not show a late option to the user.
//!
//! ```conforms
//! > ucci
//! < id name Example
//! < option newgame type button
//! < ucciok
//! ```
//!
//! A handshake needs no `option` lines, and the engine may send its `id` lines again after a second `ucci`:
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
//! If a second `ucci` is sent during a search, the engine may answer it after the search:
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
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        let why = message!(
            "no_id_and_option_lines",
            "the engine sends no `id` and `option` lines"
        );
        out.not_applicable(why);
    }
    for (entry, response) in view.responses() {
        let kind = match response {
            Response::Id(_) => "id",
            Response::Option(_) => "option",
            _ => continue,
        };
        View::judge_expectation(entry, out, || {
            message!(
                "outside_handshake",
                "an `{kind}` line outside the handshake",
                kind
            )
        });
    }
}
