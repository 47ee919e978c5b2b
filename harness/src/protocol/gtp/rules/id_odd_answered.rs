//! The engine sends one response to a command whose id is not a plain number.
//!
//! GTP does not define the meaning of an id that is not a plain number, but without a response the controller waits for
//! ever.
//!
//! ```conforms
//! > 007 name
//! < =7 toy
//! <
//! ```
//!
//! The response to a command whose id is not a plain number may have any content:
//!
//! ```conforms
//! > -1 name
//! < ? unknown command
//! <
//! > 99999999999 name
//! < = toy
//! <
//! ```
//!
//! ```violates
//! > 99999999999 name
//!   ^^^^^^^^^^^^^^^^ the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/id_odd_answered",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-28",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_unusual_commands(view, out, UnusualCommand::OddId);
}
