//! The engine ignores the rest of a line from the first `#` on.
//!
//! Scripts and test files have comments behind commands. If the engine reads the comment as arguments, it rejects
//! valid commands.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! > name # who is it?
//! < = toy
//! <
//! ```
//!
//! The `#` needs no blank before it:
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! > name#7
//! < = toy
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > name# who?
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ the engine knows the command, but rejects it in this form: `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/line_comment",
    level: Level::Must,
    topic: "input",
    spec: "GTP G-2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_spelling(view, out, Spelling::Comment);
}
