//! The answer to `place_free_handicap` has as many different points as requested, and at least two.
//!
//! The controller places the handicap stones that the engine names. A list with a pass, or with the same point twice,
//! is no handicap.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > place_free_handicap 3
//! < = C3 G7 E5
//! <
//! ```
//!
//! On a small board, the engine may place fewer stones than it was asked for:
//!
//! ```conforms
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > place_free_handicap 9
//! < = B2 D4 B4 D2
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
//! > place_free_handicap 3
//! < = C3 G7 C3
//!   ^^^^^^^^^^ expected 3 different points of the board, found `C3 G7 C3`
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
//! > place_free_handicap 3
//! < = C3 G7
//!   ^^^^^^^ expected 3 different points of the board, found `C3 G7`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/free_handicap_placed",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-114",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["place_free_handicap"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.is_valid_command(&["place_free_handicap"]);
        let Some(size) = exchange
            .board
            .size
            .filter(|_| asks && response.status.is_success)
        else {
            continue;
        };
        let number = exchange
            .command
            .arguments
            .first()
            .and_then(|it| parse_int(it));
        let number = number.unwrap_or_default() as usize;
        let text = response.single_line().unwrap_or_default();
        // If the response does not consist of vertices, another rule judges it.
        if !checks::is_vertex_list(text) {
            continue;
        }
        let points: Option<Vec<Point>> = checks::vertices(text)
            .map(|it| it.1?.point().filter(|it| it.is_on_board(size)))
            .collect();
        let mut points = points.unwrap_or_default();
        let count = points.len();
        points.sort_unstable();
        points.dedup();
        let different = count >= 2 && points.len() == count;
        // The engine may place fewer stones if Black would certainly win with more stones, as on a small board.
        let enough = count == number || (count < number && (size < 9 || number > 9));
        let found = readable_text(&response.text).into_owned();
        out.require(different && enough, response.line.culprit(), || {
            message!(
                "gtp_free_handicap",
                "expected {number} different points of the board, found `{found}`",
                number,
                found
            )
        });
    }
}
