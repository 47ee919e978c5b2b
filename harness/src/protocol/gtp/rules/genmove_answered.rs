//! `genmove` never fails, for either color at any time.
//!
//! If `genmove` fails, the controller has no move to play, and the engine loses the game.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = E5
//! <
//! > genmove b
//! < = C3
//! <
//! ```
//!
//! A word that is no color makes `genmove` fail, and the engine may resign:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove green
//! < ? syntax error
//! <
//! > genmove w
//! < = resign
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
//! > genmove w
//! < ? not my turn
//!   ^^^^^^^^^^^^^ expected a success (`=`), found the failure `not my turn`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_answered",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-121, K-1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_success(view, out, |turn, _| {
        let is_valid = turn.is_valid_command(&["genmove", "reg_genmove"]);
        let is_cleanup = turn.is_valid_command(&["kgs-genmove_cleanup"]);
        let is_listed = turn.facts.listed == Some(true);
        (is_valid || is_cleanup && is_listed) && !turn.board.is_arbitrary
    });
}
