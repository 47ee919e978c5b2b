//! The engine answers a very long line with one response.
//!
//! A line has no length limit. An engine that reads lines into a short buffer takes the rest of a line as further
//! commands, or crashes.
//!
//! ```conforms
//! > name x{1200*y}
//! < = toy
//! <
//! ```
//!
//! A failure is an answer, too:
//!
//! ```conforms
//! > x{1200*y}
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
    checks::judge_oddness(view, out, Oddness::Long);
}
