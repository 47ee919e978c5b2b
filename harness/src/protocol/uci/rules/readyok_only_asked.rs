//! No `readyok` comes without an `isready`.
//!
//! A GUI takes it for the answer to its next `isready`, and goes on too early.
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
//! An `isready` before `uci` may be answered:
//!
//! ```conforms
//! > isready
//! < readyok
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! < readyok
//!   ^^^^^^^ `readyok` without an unanswered `isready`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/readyok_only_asked",
    level: Level::Must,
    topic: "state",
    spec: "UCI U26, U28",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_readyok_only_asked,
};
