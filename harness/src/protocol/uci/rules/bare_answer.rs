//! `uciok` and `readyok` are lines without any other words.
//!
//! A GUI that compares the whole line does not recognize `readyok 1`, and waits for ever.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! ```
//!
//! Blanks before and after the word `uciok` or `readyok` are allowed:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! <| uciok \r\n
//! ```
//!
//! ```violates
//! > uci
//! < uciok really
//!         ^^^^^^ `uciok` must be the whole line, but `really` follows it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/bare_answer",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U16, U26, D1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_bare_answer,
};
