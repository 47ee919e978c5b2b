//! `set_free_handicap` accepts 2 to (points - 1) different points, and rejects everything else.
//!
//! The controller has already placed the stones of `set_free_handicap`. The engine must use exactly the points that the
//! controller sends, and must reject points on which no stone can be placed.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > set_free_handicap C3 G7
//! < =
//! <
//! ```
//!
//! If one vertex is a pass, if there is only one point, or if a point comes twice, `set_free_handicap` fails with any
//! text:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > set_free_handicap C3 pass
//! < ? no
//! <
//! > set_free_handicap C3 C3
//! < ?
//! <
//! > set_free_handicap C3
//! < ? bad vertex list
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
//! > set_free_handicap C3 C3
//! < =
//!   ^ expected a failure (`?`), found a success
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
//! > set_free_handicap A1 J9
//! < ? bad vertex list
//!   ^^^^^^^^^^^^^^^^^ expected a success (`=`), found the failure `bad vertex list`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/free_handicap_set",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-115",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["set_free_handicap"]);
    let clean = |exchange: &CommandExchange| {
        let position = exchange.board.position.as_ref();
        exchange.is_valid_command(&["set_free_handicap"])
            && exchange.board.move_count == 0
            && position.is_some_and(|it| it.is_empty())
    };
    let valid = |exchange: &CommandExchange| {
        let size = exchange.board.size;
        size.is_some_and(|it| exchange.command.is_valid_free_handicap(it))
    };
    checks::require_success(view, out, |exchange, _| clean(exchange) && valid(exchange));
    checks::require_failure(view, out, |exchange, response| {
        clean(exchange) && !valid(exchange) && !exchange.fails_as_unknown(response)
    });
}
