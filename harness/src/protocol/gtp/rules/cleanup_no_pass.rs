//! `kgs-genmove_cleanup` does not pass while dead stones of the opponent stand on the board.
//!
//! With `kgs-genmove_cleanup` the KGS server asks the engine to capture the stones about which the players disagree. If
//! the engine passes, dead stones of the opponent count as alive.
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
//! > final_status_list dead
//! < = D1
//! <
//! > kgs-genmove_cleanup b
//! < = E1
//! <
//! ```
//!
//! The engine may resign, and it may pass when the opponent has no dead stones any more:
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
//! > final_status_list dead
//! < = D1
//! <
//! > kgs-genmove_cleanup b
//! < = resign
//! <
//! > final_status_list dead
//! < =
//! <
//! > kgs-genmove_cleanup b
//! < = pass
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
//! < = D1
//! <
//! > kgs-genmove_cleanup b
//! < = pass
//!     ^^^^ a pass, although the opponent's stone D1 is dead according to the engine's own list
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/cleanup_no_pass",
    level: Level::Must,
    topic: "legality",
    spec: "GTP K-1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["kgs-genmove_cleanup"]);
    let refuses_size = |(exchange, response): (&CommandExchange, &Response)| {
        exchange.is_valid_command(&["boardsize"]) && !response.status.is_success
    };
    let asks = |(exchange, _): (&CommandExchange, &Response)| {
        exchange.is_valid_command(&["kgs-genmove_cleanup"])
    };
    let mut exchanges = view.completely_answered_exchanges();
    if view.completely_answered_exchanges().any(asks) && exchanges.any(refuses_size) {
        out.not_applicable(message!(
            "gtp_size_refused",
            "the engine does not know boards of the size that the position with dead stones needs"
        ));
    }
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.is_valid_command(&["kgs-genmove_cleanup"]);
        let (Some(color), Some(position), Some(dead)) = (
            exchange.command.color_argument().filter(|_| asks),
            &exchange.board.position,
            &exchange.status_lists.dead,
        ) else {
            continue;
        };
        if !response.status.is_success {
            continue;
        }
        let word = response.move_word().unwrap_or_default();
        let dead = checks::points_of_color(dead, position, color.opponent());
        match dead.first().filter(|_| response.vertex() == Some(Vertex::Pass)) {
            Some(point) => out.violates(
                checks::word_culprit(&response.line, word),
                message!(
                    "gtp_cleanup_pass",
                    "a pass, although the opponent's stone {point} is dead according to the engine's own list",
                    point = point.to_string()
                ),
            ),
            None if dead.is_empty() => out.not_applicable(message!(
                "gtp_no_dead_stones",
                "the engine's own list has no dead stones of the opponent"
            )),
            None => out.conforms(response.line.at),
        }
    }
}
