//! `id` and `option` lines are sent only between `uci` and `uciok`.
//!
//! A GUI does not show an option to the user if the option arrives after `uciok`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! ```
//!
//! A banner that is not a message of the protocol may precede the `id` lines:
//!
//! ```conforms
//! < Example 1.0 by A. N. Author
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < option name Hash type spin default 16 min 1 max 1024
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ an `option` line outside the handshake
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/handshake_lines",
    level: Level::Must,
    topic: "state",
    spec: "UCI U18, U7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
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
