//! `play` accepts every legal move.
//!
//! The controller has already played the move that it sends with `play`. If the engine rejects a legal move, the game
//! cannot continue.
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
//! > play w pass
//! < =
//! <
//! > play w D4
//! < =
//! <
//! ```
//!
//! The engine may reject suicide, a ko, and a move that repeats a position:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play w A1
//! < ? illegal move
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
//! > play b D5
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ `play b D5` is legal here
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/play_accepted",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-120, G-133",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_legal_play() || exchange.board.explanation.is_some() {
            continue;
        }
        if response.status.is_success {
            out.conforms(response.line.at);
        } else if exchange.is_refusal(response) && !is_failure_due_to_spelling(exchange, response) {
            let command = exchange.command_text();
            out.violates(
                response.line.culprit(),
                message!("gtp_legal_refused", "`{command}` is legal here", command),
            );
        }
    }
}

/// Whether the command may have failed because of the way in which it writes the color or the vertex. Other rules judge
/// whether the engine understands unusual ways to write a color or a vertex.
fn is_failure_due_to_spelling(exchange: &CommandExchange, response: &Response) -> bool {
    exchange.has_unusual_letter_case() && !response.has_fixed_text("illegal move")
}
