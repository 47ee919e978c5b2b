//! The answer to `fixed_handicap` has the vertices of the handicap stones, on one line.
//!
//! The controller draws the handicap stones that the engine names. If the answer to `fixed_handicap` does not name all
//! stones, the controller does not know where the other stones are.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > fixed_handicap 2
//! < = C3 G7
//! <
//! ```
//!
//! The vertices may come in any order, and in upper or lower case:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > fixed_handicap 3
//! < = g7 c7 c3
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
//! < =
//!   ^ expected vertices on one line, found ``
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
//! < = C3
//!   ^^^^ expected vertices on one line, found `C3`
//! < G7
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/fixed_handicap_answer",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-113, G-57",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["fixed_handicap", "place_free_handicap"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.is_valid_command(&["fixed_handicap", "place_free_handicap"]);
        if !asks || !response.status.is_success {
            continue;
        }
        let text = response.single_line().unwrap_or_default();
        let is_list = checks::is_vertex_list(text);
        let found = readable_text(&response.text).into_owned();
        out.require(is_list, response.line.culprit(), || {
            message!(
                "gtp_handicap_answer",
                "expected vertices on one line, found `{found}`",
                found
            )
        });
    }
}
