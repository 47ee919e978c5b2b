//! `undo` fails if no move was played; handicap stones are no moves.
//!
//! A controller that takes back all moves sends `undo` until it fails. If `undo` does not fail after all moves were
//! taken back, the engine removes the handicap stones.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > undo
//! < ? cannot undo
//! <
//! ```
//!
//! A pass is also a move that `undo` takes back:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b pass
//! < =
//! <
//! > undo
//! < =
//! <
//! > undo
//! < ? cannot undo
//! <
//! ```
//!
//! A handicap after a pass is not specified. If the engine accepts it, `undo` may take back the pass, or fail:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > undo
//! < ? cannot undo
//! <
//! > play b pass
//! < =
//! <
//! > fixed_handicap 2
//! < = C3 G7
//! <
//! > undo
//! < =
//! <
//! > undo
//! < ? cannot undo
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
//! > undo
//! < =
//!   ^ a success, although no move was played
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
//! > fixed_handicap 2
//! < = C3 G7
//! <
//! > undo
//! < =
//!   ^ a success, although no move was played
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/undo_limits",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-122, G-111, G-113",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["undo"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let known = exchange.board.position.is_some() && !exchange.fails_as_unknown(response);
        let first = exchange.is_valid_command(&["undo"]) && exchange.board.move_count == 0;
        if !known || !first || exchange.board.explanation.is_some() {
            continue;
        }
        out.require(!response.status.is_success, response.line.culprit(), || {
            message!(
                "gtp_nothing_to_undo",
                "a success, although no move was played"
            )
        });
    }
}
