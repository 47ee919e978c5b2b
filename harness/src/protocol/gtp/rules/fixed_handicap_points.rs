//! `fixed_handicap` places the stones on the points of the specification's table, and the answer has their vertices.
//!
//! The controller draws the handicap stones that the engine names. Handicap stones on other points than those of the
//! specification's table change the game.
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
//! The vertices may come in any order. On a board of size 12, the stones may be on the third or on the fourth line from
//! the edge:
//!
//! ```conforms
//! > boardsize 12
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > fixed_handicap 2
//! < = J9 D4
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
//! < = C7 G3
//!   ^^^^^^^ expected `C3 G7`, found `C7 G3`
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
//! > fixed_handicap 10
//! < = C3 G7
//!   ^^^^^^^ 10 stones are not allowed on a board of size 9
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/fixed_handicap_points",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-116",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["fixed_handicap"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let (true, Some(position)) = (
            exchange.is_valid_command(&["fixed_handicap"]),
            &exchange.board.position,
        ) else {
            continue;
        };
        let clean = position.is_empty() && exchange.board.move_count == 0;
        let number = exchange
            .command
            .arguments
            .first()
            .and_then(|it| parse_int(it));
        let Some(number) = number.filter(|_| clean && exchange.board.explanation.is_none()) else {
            continue;
        };
        judge_answer(exchange, response, position.size(), number, out);
    }
}

fn judge_answer(
    exchange: &CommandExchange,
    response: &Response,
    size: u8,
    number: u32,
    out: &mut Findings,
) {
    let culprit = response.line.culprit();
    let Some(expected) = fixed_handicap_points(size, number) else {
        return out.require(!response.status.is_success, culprit, || {
            message!(
                "gtp_handicap_number",
                "{number} stones are not allowed on a board of size {size}",
                number = u64::from(number),
                size = u64::from(size)
            )
        });
    };
    let found = readable_text(&response.text).into_owned();
    if !response.status.is_success {
        if exchange.is_refusal(response) {
            out.violates(
                culprit,
                message!(
                    "gtp_refused",
                    "expected a success (`=`), found the failure `{found}`",
                    found
                ),
            );
        }
        return;
    }
    // Another rule judges whether the answer is a list of vertices.
    let text = response.single_line().unwrap_or_default();
    let points: Option<Vec<Point>> = checks::vertices(text).map(|it| it.1?.point()).collect();
    let Some(mut points) = points.filter(|it| !it.is_empty()) else {
        return;
    };
    points.sort_unstable();
    let fits = |line: u8| {
        let mut wanted = fixed_handicap_with_corner_line(size, number, line).unwrap_or_default();
        wanted.sort_unstable();
        wanted == points
    };
    // For a board of size 12, the sources differ about the distance of the handicap stones from the edge.
    let fits = fits(if size < 13 { 2 } else { 3 }) || (size == 12 && fits(3));
    let expected: Vec<String> = expected.iter().map(Point::to_string).collect();
    out.require(fits, culprit, || {
        message!(
            "gtp_handicap_points",
            "expected `{expected}`, found `{found}`",
            expected = expected.join(" "),
            found
        )
    });
}
