//! `komi` accepts any number.
//!
//! Komi is negative in some handicap games, and test programs use extreme values. A controller does not expect that
//! `komi` fails.
//!
//! ```conforms
//! > komi 6.5
//! < =
//! <
//! ```
//!
//! The komi may be an integer, negative or very large:
//!
//! ```conforms
//! > komi 0
//! < =
//! <
//! > komi -7.5
//! < =
//! <
//! > komi 1000
//! < =
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > komi -7.5
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ expected a success (`=`), found the failure `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/komi_accepted",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-112, G-51",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["komi"])
    });
}
