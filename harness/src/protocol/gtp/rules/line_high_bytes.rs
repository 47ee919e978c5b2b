//! The engine answers a line with bytes from 0x80 up.
//!
//! File names and chat texts contain bytes from 0x80 up. An engine that crashes on bytes from 0x80 up ends the game.
//!
//! ```conforms
//! >| loadsgf \xe5\xb1\x80.sgf\n
//! < ? cannot load file
//! <
//! ```
//!
//! The engine may answer a line with bytes from 0x80 up with `unknown command`:
//!
//! ```conforms
//! >| \xe5\xb1\x80\n
//! < ? unknown command
//! <
//! ```
//!
//! ```violates
//! >| \xff\xfe\n
//!    ^^ the process died of SIGABRT
//! ! signal SIGABRT
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_high_bytes",
    level: Level::Robust,
    topic: "robustness",
    spec: "GTP G-12",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_unusual_commands(view, out, UnusualCommand::HighBytes);
}
