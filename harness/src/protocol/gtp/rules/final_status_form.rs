//! The answer to `final_status_list` has whole groups of stones, one group on each line.
//!
//! A controller removes the dead stones that the engine names. A controller cannot remove only a part of a group, or a
//! stone from an empty point.
//!
//! ```conforms
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > play b C2
//! < =
//! <
//! > play w D1
//! < =
//! <
//! > final_status_list alive
//! < = C1 C2
//! < D1
//! <
//! > final_status_list dead
//! < =
//! <
//! ```
//!
//! The stones of a group may come in any order, and `final_status_list dame` is also allowed:
//!
//! ```conforms
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > play b C2
//! < =
//! <
//! > play w D1
//! < =
//! <
//! > final_status_list alive
//! < = D1
//! < C2 C1
//! <
//! > final_status_list dame
//! < = A1 B1
//! <
//! ```
//!
//! ```violates
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > play b C2
//! < =
//! <
//! > play w D1
//! < =
//! <
//! > final_status_list alive
//! < = C1 C2 D1
//!     ^^^^^^^^ expected one whole group of stones on each line
//! <
//! ```
//!
//! ```violates
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > play b C2
//! < =
//! <
//! > play w D1
//! < =
//! <
//! > final_status_list dead
//! < = A1
//!     ^^ expected one whole group of stones on each line
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/final_status_form",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-126, G-57, G-139",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["final_status_list"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.is_valid_command(&["final_status_list"]);
        if !asks || !response.status.is_success {
            continue;
        }
        let wrong = response.text_lines().find(|it| !is_group(exchange, it.1));
        match wrong {
            Some((line, text)) => out.violates(
                checks::word_culprit(line, text),
                message!(
                    "gtp_no_group",
                    "expected one whole group of stones on each line"
                ),
            ),
            None => out.conforms(response.line.at),
        }
    }
}

/// Whether a text lists exactly the stones of one group. If the board is unknown, every text that lists points is
/// accepted.
fn is_group(exchange: &CommandExchange, text: &[u8]) -> bool {
    let points: Option<Vec<Point>> = checks::vertices(text).map(|it| it.1?.point()).collect();
    let (Some(mut points), Some(position)) = (points.clone(), &exchange.board.position) else {
        return points.is_some();
    };
    let Some(first) = points.first().copied() else {
        return false;
    };
    let mut group = position.group_at(first);
    group.sort_unstable();
    points.sort_unstable();
    group == points
}
