//! The lists `alive`, `seki` and `dead` together name every stone exactly once.
//!
//! A controller that computes the score from the lists `alive`, `seki` and `dead` counts a stone wrongly if the stone
//! is in no list or in two lists.
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
//! > final_status_list seki
//! < =
//! <
//! ```
//!
//! Other commands may come between the questions for the three lists:
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
//! > name
//! < = toy
//! <
//! > final_status_list seki
//! < =
//! <
//! > final_status_list alive
//! < = C1 C2
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
//! < = C1 C2
//! <
//! > final_status_list dead
//! < =
//! <
//! > final_status_list seki
//! < =
//!   ^ the lists `alive`, `seki` and `dead` name D1 0 times
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/final_status_complete",
    level: Level::Should,
    topic: "state",
    spec: "GTP G-138, G-126",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["final_status_list"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.is_valid_command(&["final_status_list"]);
        let Some(position) = &exchange.board.position else {
            continue;
        };
        if !asks || !response.status.is_success {
            continue;
        }
        let Some(listed) = points_of_all_lists(exchange, response) else {
            continue;
        };
        let count = |point: &Point| listed.iter().filter(|it| *it == point).count();
        let wrong = position.all_stones().find(|(point, _)| count(point) != 1);
        match wrong {
            Some((point, _)) => out.violates(
                response.line.culprit(),
                message!(
                    "gtp_status_lists",
                    "the lists `alive`, `seki` and `dead` name {point} {count} times",
                    point = point.to_string(),
                    count = count(&point)
                ),
            ),
            None => out.conforms(response.line.at),
        }
    }
}

/// The points of the lists `alive`, `dead` and `seki`, or `None` if the engine has not yet sent all three lists.
fn points_of_all_lists(exchange: &CommandExchange, response: &Response) -> Option<Vec<Point>> {
    let points = response.words().filter_map(|it| Vertex::parse(it)?.point());
    let own: Vec<Point> = points.collect();
    let lists = &exchange.status_lists;
    let word = exchange.command.arguments.first().map(Vec::as_slice)?;
    let mut all = Vec::new();
    for (name, earlier) in [
        (&b"alive"[..], &lists.alive),
        (b"dead", &lists.dead),
        (b"seki", &lists.seki),
    ] {
        match name == word {
            true => all.extend(own.iter().copied()),
            false => all.extend(earlier.as_ref()?.iter().copied()),
        }
    }
    Some(all)
}
