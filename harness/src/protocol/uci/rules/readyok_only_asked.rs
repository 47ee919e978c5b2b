//! The engine sends `readyok` only in answer to `isready`.
//!
//! A GUI reads an additional `readyok` as the answer to its next `isready`, and continues too early.
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
//! The engine may answer an `isready` before `uci`:
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
//!   ^^^^^^^ `readyok`, but no `isready` is waiting for an answer
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
