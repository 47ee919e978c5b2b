//! An unknown command does no harm.
//!
//! Interfaces send commands of other protocols and of later versions of the protocol.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > hello engine
//! > isready
//! < readyok
//! ```
//!
//! The engine may skip an unknown first word and execute the rest of the line:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > joho debug on
//! > isready
//! < readyok
//! ```
//!
//! If the rest of the line is an illegal command, the engine may exit with a diagnosis and a status other than 0:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > joho go depth many
//! % parse_go(): many is not a number
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > hello engine
//!   ^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/unknown_command",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U4, U81, Q3",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let illegal =
        UnspecifiedInput::DialectInput(UciUnspecifiedInput::UnknownWordsBeforeIllegalCommand);
    view.check_survival(out, &[UnspecifiedInput::UnknownCommand, illegal]);
}
