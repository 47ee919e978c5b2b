//! The engine answers a very long line with one response.
//!
//! GTP does not limit the length of a line. An engine with a short buffer for lines takes the rest of a long line for
//! further commands, or crashes.
//!
//! ```conforms
//! > name x{1200*y}
//! < = toy
//! <
//! ```
//!
//! A failure is also an answer to a long line:
//!
//! ```conforms
//! > x{1200*y}
//! < ? unknown command
//! <
//! ```
//!
//! After a long line, responses without an id are not judged until a response with an id comes, because the engine may
//! have answered the rest of the long line with them:
//!
//! ```conforms
//! > name x{1200*y}
//! > known_command play
//! > 3 protocol_version
//! < = toy
//! <
//! < ? unknown command
//! <
//! < = true
//! <
//! < =3 2
//! <
//! ```
//!
//! ```violates
//! > name x{1200*y}
//!   ^^^^^^^^^^^^^^ this line has more than one response
//! < = toy
//! <
//! < ? unknown command
//! <
//! ```
//!
//! ```violates
//! > 1 x{1200*y}
//!   ^^^^^^^^^^^ no response to this line, although a later command has a response
//! > 2 name
//! < =2 toy
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_long",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-10",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_unusual_commands(view, out, UnusualCommand::Long);
}
