//! The hints of AGI: what often causes the violation of a rule.

use crate::protocol::hints::{Hint, explain_glued_lines};

/// The first words of lines that two threads may write at the same time.
const FIRST_WORDS: &[&str] = &["INFO", "BESTMOVE", "READYOK", "AGIOK"];

/// The hints; the first one that fits is printed.
pub(super) const HINTS: &[Hint] = &[Hint {
    id: "help_glued_lines",
    rules: &[],
    explain: |it| explain_glued_lines(it, FIRST_WORDS),
}];
