//! The engine reads a tab as a space.
//!
//! A controller may separate words by tabs. If the engine reads a tab as a part of a word, it does not recognize the
//! command.
//!
//! ```conforms
//! > komi 6.5
//! < =
//! <
//! >| komi\t6.5\n
//! < =
//! <
//! ```
//!
//! Tabs at the beginning and at the end of a line are ignored:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >| \tname\t\n
//! < = toy
//! <
//! ```
//!
//! ```violates
//! > komi 6.5
//! < =
//! <
//! >| komi\t6.5\n
//! < ? unknown command
//!   ^^^^^^^^^^^^^^^^^ the engine knows the command, but rejects it in this form: `unknown command`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_tab",
    level: Level::Must,
    topic: "input",
    spec: "GTP G-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_spelling(view, out, Spelling::Tab);
}
