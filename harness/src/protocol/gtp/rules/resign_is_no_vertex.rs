//! `play b resign` fails, because `resign` is no vertex.
//!
//! A controller ends the game itself when a side resigns. An engine that plays `resign` as a move changes its board.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b resign
//! < ? syntax error
//! <
//! ```
//!
//! `resign` is a valid answer to `genmove`, but not an argument of `play`:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = resign
//! <
//! > play w resign
//! < ? illegal move
//! <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b resign
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/resign_is_no_vertex",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-59",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_failure(view, out, |exchange, _| {
        exchange.command.argument_kind() == ArgumentKind::Resign
    });
}
