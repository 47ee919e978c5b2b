//! A failure has the text that the specification defines for the command.
//!
//! Controllers compare the text of a failure with the specified texts. If the text of the failure
//! is `illegal move`, a controller takes the move back; after another text it may stop the game.
//!
//! ```conforms
//! > boardsize 99
//! < ? unacceptable size
//! <
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
//! An explanation may follow the fixed text, and a move off the board may fail with `syntax error`:
//!
//! ```conforms
//! > boardsize 99
//! < ? unacceptable size (at most 19)
//! <
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b T19
//! < ? syntax error
//! <
//! ```
//!
//! ```violates
//! > boardsize 99
//! < ? no
//!   ^^^^ expected `unacceptable size`, found `no`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/failure_texts",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-72, G-74, G-127",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let Some(fixed) = required_failure_text(exchange) else {
            continue;
        };
        if response.status.is_success || exchange.fails_as_unknown(response) {
            continue;
        }
        // Other rules judge the failure of a legal move.
        if exchange.is_legal_play() {
            continue;
        }
        // For a point that is not on the board, the failure may be `syntax error`.
        let off_board = exchange.command.has_name("play");
        if off_board && response.has_fixed_text("syntax error") {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        out.require(
            response.has_fixed_text(fixed),
            response.line.culprit(),
            || {
                message!(
                    "gtp_fixed_text",
                    "expected `{fixed}`, found `{found}`",
                    fixed,
                    found
                )
            },
        );
    }
}

/// The text that the specification fixes for the failure of a command with valid arguments.
fn required_failure_text(exchange: &CommandExchange) -> Option<&'static str> {
    if !exchange.has_valid_arguments() || !exchange.spelling.is_plain() {
        return None;
    }
    match exchange.command.name.as_deref()? {
        b"boardsize" => Some("unacceptable size"),
        b"play" => Some("illegal move"),
        b"undo" => Some("cannot undo"),
        b"final_score" => Some("cannot score"),
        b"loadsgf" => Some("cannot load file"),
        _ => None,
    }
}
