//! A controller sends no `play b resign`, and sends `time_left` only with three arguments.
//!
//! The programs of some tournaments send `play b resign`, or `time_left` with a fourth argument, but most engines
//! reject such commands.
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
//! > time_left b 60 0
//! < =
//! <
//! ```
//!
//! The engine may answer `resign` to `genmove`:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = resign
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
//! > play b resign
//!   ^^^^^^^^^^^^^ most engines reject this form of the command
//! < ? syntax error
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_tournament_forms",
    level: Level::Should,
    topic: "interface",
    spec: "GTP G-59, G-124",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_commands(view, out, |exchange| {
        let command = &exchange.command;
        let resigns = command.argument_kind() == ArgumentKind::Resign;
        let four = command.has_name("time_left") && command.arguments.len() == 4;
        (resigns || four).then(|| {
            message!(
                "gtp_interface_form",
                "most engines reject this form of the command"
            )
        })
    });
}
