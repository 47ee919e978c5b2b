//! If a command has too many arguments, the engine answers it with one response.
//!
//! GTP does not define the meaning of additional arguments: the engine may ignore the additional arguments or fail, but
//! it must answer once.
//!
//! ```conforms
//! > name x
//! < = toy
//! <
//! ```
//!
//! A command with too many arguments may fail:
//!
//! ```conforms
//! > clear_board now
//! < ? syntax error
//! <
//! ```
//!
//! ```violates
//! > 1 name x
//!   ^^^^^^^^ no response to this line, although a later command has a response
//! > 2 version
//! < =2 1.0
//! <
//! ```
//!
//! ```violates
//! 0.000000 > 1 quit now
//! 0.001000 < =1
//!            ^^ `quit` got a success, but the process still runs
//! 0.001000 <
//! 30.000000 > 2 name
//! 30.001000 < =2 toy
//! 30.001000 <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/arguments_superfluous",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-26",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_unusual_commands(view, out, UnusualCommand::Superfluous);
    for (exchange, response) in view.completely_answered_exchanges() {
        let quits = exchange.command.has_name("quit")
            && exchange.unusual_kind() == Some(UnusualCommand::Superfluous);
        let later =
            |it: &&CommandExchange| it.line.at > exchange.line.at && it.response().is_some();
        if quits && response.status.is_success && view.exchanges.iter().any(|it| later(&it)) {
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_quit_stays",
                    "`quit` got a success, but the process still runs"
                ),
            );
        }
    }
}
