//! `ucciok`, `readyok`, `nobestmove` and `bye` are lines without any other words.
//!
//! Many interfaces compare the whole line: an interface that expects `readyok` does not recognize `readyok 1` and waits
//! for ever.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Blanks at the beginning and at the end of an answer are ignored:
//!
//! ```conforms
//! > ucci
//! <| ucciok \r\n
//! > isready
//! <|  readyok\t\n
//! ```
//!
//! This rule does not judge lines of another protocol, because they have another grammar:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > uci
//! < readyok as ever
//! < uciok
//! ```
//!
//! If an answer has additional words, it still counts as the answer, so it violates only this rule:
//!
//! ```violates
//! > ucci
//! < ucciok 3.0
//!          ^^^ `ucciok` must be the whole line, but `3.0` follows it
//! > isready
//! < readyok at once
//!           ^^^^^^^ `readyok` must be the whole line, but `at once` follows it
//! > position fen 3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1
//! > go depth 1
//! < nobestmove (mate)
//!              ^^^^^^ `nobestmove` must be the whole line, but `(mate)` follows it
//! > quit
//! < bye bye
//!       ^^^ `bye` must be the whole line, but `bye` follows it
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bare_answer",
    level: Level::Must,
    topic: "grammar",
    spec: "UCCI T7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_bare_answer,
};
