//! A number that an interface sets is a value that the engine announced for this option.
//!
//! An engine may ignore another number, or take it and ask for more memory than the machine has. The protocol's text
//! does not say which.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption name Hash value 1024
//! > isready
//! < readyok
//! ```
//!
//! An option without limits has every number, and the letters of a word may be upper or lower case:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Seed type string default 0
//! < option name Ponder type check default false
//! < uciok
//! > setoption name Seed value 99999999999
//! > setoption name Ponder value True
//! > setoption name Hash value 64
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Ponder type check default false
//! < uciok
//! > setoption name Hash value 65536
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 65536 is no value of the option `Hash`
//! > setoption name Ponder value 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1 is no value of the option `Ponder`
//! > isready
//! < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_option_numbers",
    level: Level::Should,
    topic: "interface",
    spec: "UCI U20, U34",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for input in &view.unspecified_lines {
        let entry = view.entry(input.entry);
        let Some(Command::SetOption { name, value }) = entry.command() else {
            continue;
        };
        let number = std::str::from_utf8(value).unwrap_or_default();
        if entry.may_be_other_protocol || number.parse::<i64>().is_err() {
            continue;
        }
        match input.kind {
            UnspecifiedInput::ValidOptionValue => out.conforms(entry.at),
            UnspecifiedInput::InvalidOptionValue => {
                let message = message!(
                    "number_not_announced",
                    "{number} is no value of the option `{option}`",
                    number,
                    option = String::from_utf8_lossy(name).into_owned()
                );
                out.violates(entry.culprit(), message);
            }
            _ => (),
        }
    }
}
