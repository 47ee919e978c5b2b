//! The commands for handicaps fail on a board with stones.
//!
//! A handicap in the middle of a game would put stones on a board that the controller does not know.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > fixed_handicap 2
//! < ? board not empty
//! <
//! ```
//!
//! The failure of a handicap command may have any text:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > set_free_handicap C3 D4
//! < ? no
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
//! > play b E5
//! < =
//! <
//! > fixed_handicap 2
//! < = C3 G7
//!   ^^^^^^^ a success, although stones stand on the board
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/handicap_empty_board",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-113, G-114, G-115",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &["fixed_handicap", "place_free_handicap", "set_free_handicap"],
    );
    for (exchange, response) in view.completely_answered_exchanges() {
        let Some(position) = &exchange.board.position else {
            continue;
        };
        let unknown = exchange.fails_as_unknown(response);
        if position.is_empty()
            || !exchange.command.is_handicap()
            || !exchange.has_valid_arguments()
            || unknown
        {
            continue;
        }
        if exchange.board.explanation.is_some() {
            continue;
        }
        out.require(!response.status.is_success, response.line.culprit(), || {
            message!(
                "gtp_board_not_empty",
                "a success, although stones stand on the board"
            )
        });
    }
}
