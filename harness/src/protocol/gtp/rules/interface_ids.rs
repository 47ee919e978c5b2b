//! The id of a command is a number from 0 to 2147483647, without a sign.
//!
//! If an id has another form, an engine may read it as the name of a command, or may send a response without the id.
//!
//! ```conforms
//! > 7 name
//! < =7 toy
//! <
//! ```
//!
//! An id may have leading zeros:
//!
//! ```conforms
//! > 007 name
//! < =007 toy
//! <
//! ```
//!
//! ```violates
//! > -1 name
//!   ^^^^^^^ an id is a number from 0 to 2147483647
//! < ? unknown command
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_ids",
    level: Level::Must,
    topic: "interface",
    spec: "GTP G-21, G-20",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_commands(view, out, |exchange| {
        let odd = exchange.command_id() == Id::Unspecified
            && !exchange.line.bytes.trim_ascii().starts_with(b"0");
        odd.then(|| message!("gtp_interface_id", "an id is a number from 0 to 2147483647"))
    });
}
