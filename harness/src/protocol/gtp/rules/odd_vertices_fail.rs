//! A command with an impossible vertex, such as `a0`, `a26` or `aa1`, fails.
//!
//! An engine that does not test the bounds of a vertex writes outside of its board.
//!
//! ```conforms
//! > play b a0
//! < ? syntax error
//! <
//! > play b aa1
//! < ? illegal move
//! <
//! ```
//!
//! The engine may read `a01` as A1:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b a01
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b a26
//! < ? syntax error
//! <
//! ```
//!
//! ```violates
//! > play b a0
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```
//!
//! ```violates
//! > play b a0
//!   ^^^^^^^^^ the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/odd_vertices_fail",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-61",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_failure(view, out, |exchange, _| {
        exchange.command.argument_kind() == ArgumentKind::OddVertex
    });
    checks::judge_unusual_commands(view, out, UnusualCommand::OddVertex);
}
