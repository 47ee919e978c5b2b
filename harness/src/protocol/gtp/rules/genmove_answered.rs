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
    spec: "GTP G-121",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_success(view, out, |turn, _| {
        turn.is_valid_command(&["genmove", "reg_genmove"]) && !turn.board.is_arbitrary
    });
}
