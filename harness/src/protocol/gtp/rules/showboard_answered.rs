//! `showboard` never fails.
//!
//! `showboard` is the first command that a person types to find out what is wrong.
//!
//! ```conforms
//! > showboard
//! < =
//! <|    A B\n
//! < 2 . . 2
//! < 1 . . 1
//! <|    A B\n
//! <
//! ```
//!
//! The engine may draw the board on standard error:
//!
//! ```conforms
//! % A B C
//! > showboard
//! < =
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > showboard
//! < ? no board
//!   ^^^^^^^^^^ expected a success (`=`), found the failure `no board`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/showboard_answered",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-129",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["showboard"]);
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["showboard"])
    });
}
