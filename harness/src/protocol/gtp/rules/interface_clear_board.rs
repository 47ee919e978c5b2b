//! After `boardsize`, the controller sends `clear_board` before it uses the board.
//!
//! After `boardsize` the position is arbitrary, and may be different in every engine.
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
//! ```
//!
//! Settings such as `komi` may come between `boardsize` and `clear_board`:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > komi 6.5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = E5
//! <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > genmove b
//!   ^^^^^^^^^ no `clear_board` was sent after `boardsize`
//! < = E5
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_clear_board",
    level: Level::Must,
    topic: "interface",
    spec: "GTP G-132",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    const BOARD_COMMANDS: [&str; 7] = [
        "play",
        "undo",
        "reg_genmove",
        "final_score",
        "final_status_list",
        "showboard",
        "fixed_handicap",
    ];
    let mut reported = false;
    for exchange in view.exchanges.iter().filter(|it| it.board.is_arbitrary) {
        let command = &exchange.command;
        let uses = command.is_genmove()
            || command.is_handicap()
            || command.is_analysis()
            || BOARD_COMMANDS.iter().any(|it| command.has_name(it));
        if command.has_name("clear_board") {
            out.conforms(exchange.line.at);
        } else if uses && !reported {
            reported = true;
            out.violates(
                exchange.line.culprit(),
                message!(
                    "gtp_interface_no_clear_board",
                    "no `clear_board` was sent after `boardsize`"
                ),
            );
        }
    }
}
