//! `name` and `version` never fail.
//!
//! A controller sends `name` and `version` at the start, and stores the answers with the game.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! > version
//! < = 1.0
//! <
//! ```
//!
//! The answer to `version` may be empty, or have several lines:
//!
//! ```conforms
//! > version
//! < =
//! <
//! > name
//! < = toy
//! <
//! > version
//! < = 1.0
//! < built today
//! <
//! ```
//!
//! ```violates
//! > protocol_version
//! < = 2
//! <
//! > version
//! < ? no
//!   ^^^^ expected a success (`=`), found the failure `no`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/name_and_version_answered",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-101, G-102",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["name", "version"])
    });
}
