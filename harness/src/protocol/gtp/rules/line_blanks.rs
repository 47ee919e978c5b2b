//! The engine accepts runs of blanks between words, and blanks at the ends of a line.
//!
//! Programs that pad their commands send additional blanks, and people type additional blanks.
//!
//! ```conforms
//! > komi 6.5
//! < =
//! <
//! > komi   6.5
//! < =
//! <
//! ```
//!
//! Blanks at the beginning and at the end of a line are allowed:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! >|  name \n
//! < = toy
//! <
//! ```
//!
//! ```violates
//! > komi 6.5
//! < =
//! <
//! > komi   6.5
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ the engine knows the command, but rejects it in this form: `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_blanks",
    level: Level::Should,
    topic: "input",
    spec: "GTP G-9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_spelling(view, out, Spelling::Blanks);
}
